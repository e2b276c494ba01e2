// Finds credentials in any text, plainly written or encoded, and takes them out.
export { type Net, netFor } from './net.ts';
export { findSecrets, redactSecrets, type SecretSpan } from './scan.ts';
