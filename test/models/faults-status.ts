// Statuses that are no answer, and what is said with them.
import { gzipSync } from 'node:zlib';
import { key, patientLimits } from './asking.ts';
import type { Fault } from './faults.ts';
import { endless, errorOf, status } from './server.ts';

const plainly = (code: number, expect: Fault['expect']): Fault => ({
  ...{ name: `status ${code}`, behave: status(code), expect, status: code, retryAfter: null, message: /: no$/u },
});

const rate = (name: string, headers: Record<string, string>, retryAfter: Fault['retryAfter']): Fault => ({
  ...{ name: `429 ${name}`, behave: status(429, headers), expect: 'rate', status: 429 },
  retryAfter: retryAfter ?? null,
});

const bomb = gzipSync(Buffer.alloc(20_000_000));
const soon = (milliseconds: number): string => new Date(Date.now() + milliseconds).toUTCString();

export const statusFaults: readonly Fault[] = [
  ...[400, 402, 404, 405, 409, 410, 413, 415, 418, 422].map((code) => plainly(code, 'request')),
  ...[401, 403].map((code) => plainly(code, 'auth')),
  ...[408, 500, 501, 502, 503, 504, 529, 599].map((code) => plainly(code, 'server')),
  rate('without Retry-After', {}, null),
  rate('with seconds', { 'retry-after': '7' }, 7000),
  rate('with parts of seconds', { 'retry-after': '1.5' }, 1500),
  rate('with milliseconds', { 'retry-after-ms': '250', 'retry-after': '7' }, 250),
  rate('with a date', { 'retry-after': soon(60_000) }, (given) => given !== null && given > 30_000 && given <= 60_000),
  rate('with a date that is over', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0),
  rate('with zero', { 'retry-after': '0' }, 0),
  rate('with a negative number', { 'retry-after': '-5' }, null),
  rate('with words', { 'retry-after': 'soon' }, null),
  rate('with half a date', { 'retry-after': '12/2026' }, null),
  rate('with far too many digits', { 'retry-after': '9'.repeat(30) }, null),
  rate('with thirty years', { 'retry-after': '946080000' }, 946_080_000_000),
  {
    ...rate('503 with seconds', {}, 3000),
    name: '503 with seconds',
    behave: status(503, { 'retry-after': '3' }),
    expect: 'server',
    status: 503,
  },
  {
    name: 'an error page in HTML',
    behave: status(502, { 'content-type': 'text/html' }, '<html><h1>Bad\u001b[31m Gateway</h1></html>'),
    expect: 'server',
    message: /^it answered 502: Bad.* Gateway$/u,
  },
  { name: 'an error without a page', behave: status(500, {}, ''), expect: 'server', message: /^it answered 500$/u },
  {
    name: 'an error that tells the key',
    behave: status(401, {}, errorOf(`Incorrect API key provided: ${key}. You`)),
    expect: 'auth',
    message: /provided: \(the key\)\. You/u,
  },
  {
    name: 'an error that tells the key where it is cut',
    behave: status(401, {}, errorOf(`${'x '.repeat(70)}${key} and more`)),
    expect: 'auth',
  },
  {
    name: 'an error whose page is cut in the key',
    behave: status(
      401,
      { 'content-type': 'text/html' },
      `${`<${'a'.repeat(290)}>`.repeat(14)}${key}`.slice(0, 4096 + 20),
    ),
    expect: 'auth',
  },
  { name: 'an endless error page', behave: endless(() => 'no '.repeat(5000), {}, 500), expect: 'server', isLeft: true },
  {
    name: 'an error page that stalls',
    // Not in a stream: there the same silence counts before the status, and on a busy machine that may be late.
    modes: ['plain'],
    limits: { ...patientLimits, idle: 300 },
    behave: ({ response }) => response.writeHead(429, { 'retry-after': '2' }).write('{'),
    expect: 'rate',
    retryAfter: 2000,
    isLeft: true,
  },
  {
    name: 'an error page that is reset',
    behave: ({ response, socket }) => {
      response.writeHead(500).write('{');
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    expect: 'server',
  },
  {
    name: 'an error page that unpacks to a bomb',
    behave: ({ response }) => response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb),
    expect: 'server',
  },
];
