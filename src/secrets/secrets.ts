// Finds credentials in any text, plainly written or encoded, and takes them out.
export type { SecretSpan } from './assigned.ts';
export { type Net, netFor } from './net.ts';
export { findSecrets, redactSecrets } from './scan.ts';
