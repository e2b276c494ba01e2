// Scans what it is sent in a thread of its own, so that the test can stop a scan that does not come to an end.
import { parentPort } from 'node:worker_threads';
import { findSecrets } from '../../src/secrets/secrets.ts';

parentPort?.on('message', (text: string) => {
  parentPort?.postMessage(findSecrets(text).length);
});
