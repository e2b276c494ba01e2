// Finds credentials in any text, plainly written or encoded, and takes them out.
export { findSecrets, redactSecrets, type SecretOptions, type SecretSpan } from './scan.ts';
