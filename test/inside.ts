// `dk` run inside the process of a test, by a thread that stays: the test waits for it as it would for a process, and nothing is loaded anew.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export interface Call {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Inside {
  readonly port: MessagePort;
  readonly done: Int32Array<SharedArrayBuffer>;
}

// One for each test file: a thread cannot be told to forget, but what it runs keeps nothing between two calls.
let inside: Inside | undefined;

/** Longer than any verb of ours takes on a busy machine; a thread that is stuck must not hold the suite for ever. */
const patience = 240_000;

/** Runs one command line of the published program and waits for it. */
export function runInside(bin: string, call: Call): Answer {
  if (!existsSync(call.cwd)) throw new Error(`there is no folder ${call.cwd}`);
  inside ??= start(bin);
  Atomics.store(inside.done, 0, 0);
  inside.port.postMessage(call);
  if (Atomics.wait(inside.done, 0, 0, patience) === 'timed-out')
    throw new Error(`dk ${call.args.join(' ')} did not end within ${patience / 1000} s`);
  const told = receiveMessageOnPort(inside.port) as { readonly message: Answer | { readonly failed: string } };
  if ('failed' in told.message) throw new Error(`dk ${call.args.join(' ')} inside: ${told.message.failed}`);
  return told.message;
}

function start(bin: string): Inside {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./inside-thread.mjs', import.meta.url), {
    workerData: { port: port2, done, bin, cli: join(dirname(bin), 'cli.js') },
    transferList: [port2],
    execArgv: ['--no-warnings'],
    // What is not asked of the surroundings it is given, it does not get.
    env: {},
  });
  // It lives as long as the tests do, and keeps nobody waiting.
  worker.unref();
  port1.unref();
  return { port: port1, done };
}
