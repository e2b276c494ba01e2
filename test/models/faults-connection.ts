// Connections that break, stall, trickle, flood and lie.
import { gzipSync } from 'node:zlib';
import { patientLimits, shortLimits } from './asking.ts';
import type { Fault } from './faults.ts';
import { type Behaviour, endless, goodBytes, raw, says, type Turn, typeFor } from './server.ts';
import { chatChunk } from './shapes.ts';

/** Headers, and the beginning of a good answer. */
const half = (turn: Turn): void => {
  turn.response.writeHead(200, { 'content-type': typeFor(turn) });
  const bytes = goodBytes(turn);
  turn.response.write(bytes.subarray(0, bytes.length / 2));
};

const breaking =
  (how: (turn: Turn) => unknown): Behaviour =>
  (turn) => {
    half(turn);
    setTimeout(() => how(turn), 20);
  };

/** Bytes one by one, at so many milliseconds. */
const trickle =
  (pause: number): Behaviour =>
  async (turn) => {
    turn.response.writeHead(200, { 'content-type': typeFor(turn) });
    for (const byte of goodBytes(turn)) {
      if (turn.response.destroyed) return;
      turn.response.write(Buffer.of(byte));
      await new Promise((resolve) => (pause === 0 ? setImmediate(resolve) : setTimeout(resolve, pause)));
    }
    turn.response.end();
  };

const head = (turn: Turn, more: string, version = '1.1'): string =>
  `HTTP/${version} 200 OK\r\ncontent-type: ${typeFor(turn)}\r\n${more}\r\n`;
const withLength = (more: number): Behaviour =>
  raw((turn) => {
    const bytes = goodBytes(turn);
    return Buffer.concat([Buffer.from(head(turn, `content-length: ${bytes.length + more}\r\n`)), bytes]);
  }, 'end');

const halfOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, Math.ceil(bytes.length / 2));
const zeros = gzipSync(Buffer.alloc(200_000_000), { level: 1 });

/** Whoever reads a flood to its end is noticed by this; whoever does not needs none of it, however busy the machine is. */
const floodLimits = { ...patientLimits, total: 30_000 };
/** Silence is noticed long before the whole time is over, however late the first byte comes. */
const shortSilence = { ...patientLimits, idle: shortLimits.idle };

export const connectionFaults: readonly Fault[] = [
  { name: 'reset before headers', behave: ({ socket }) => socket.resetAndDestroy(), expect: 'network', status: null },
  { name: 'closed before headers', behave: ({ socket }) => socket.end(), expect: 'network' },
  { name: 'reset in the headers', behave: raw('HTTP/1.1 200 OK\r\ncontent-ty', 'reset'), expect: 'network' },
  { name: 'reset in the answer', behave: breaking(({ socket }) => socket.resetAndDestroy()), expect: 'network' },
  { name: 'closed in the answer', behave: breaking(({ socket }) => socket.end()), expect: 'network' },
  {
    name: 'ended in the answer, in good form',
    behave: breaking(({ response }) => response.end()),
    expect: { plain: 'garbage', stream: 'truncated' },
  },
  {
    name: 'stalls before headers',
    limits: shortLimits,
    behave: () => undefined,
    expect: 'timeout',
    status: null,
    isLeft: true,
  },
  {
    name: 'stalls after headers',
    limits: shortLimits,
    behave: (turn) => {
      turn.response.writeHead(200, { 'content-type': typeFor(turn) });
      turn.response.flushHeaders();
    },
    expect: 'timeout',
    isLeft: true,
  },
  {
    name: 'stalls in the answer',
    limits: shortSilence,
    behave: half,
    expect: 'timeout',
    isLeft: true,
    message: /^not a byte for 0\.3 s$/u,
  },
  {
    name: 'stalls before its last byte',
    limits: shortLimits,
    behave: (turn) => {
      turn.response.writeHead(200, { 'content-type': typeFor(turn) });
      turn.response.write(goodBytes(turn).subarray(0, -1));
    },
    expect: 'timeout',
    isLeft: true,
  },
  {
    name: 'one byte in 100 ms',
    limits: { ...patientLimits, total: 1000 },
    behave: trickle(100),
    expect: 'timeout',
    isLeft: true,
    message: /^no whole answer within 1 s$/u,
  },
  { name: 'byte by byte, quickly', behave: trickle(0), expect: 'answer' },
  { name: 'too long a content-length', behave: withLength(10), expect: 'network', modes: ['plain'] },
  { name: 'too short a content-length', behave: withLength(-10), expect: 'garbage', modes: ['plain'] },
  {
    name: 'a content-length of a terabyte',
    behave: raw((turn) => head(turn, 'content-length: 1099511627776\r\n')),
    expect: 'too-big',
    limits: floodLimits,
    isLeft: true,
  },
  {
    name: 'two content-lengths',
    behave: raw((turn) => `${head(turn, 'content-length: 5\r\ncontent-length: 6\r\n')}hello`),
    expect: 'network',
  },
  {
    name: 'HTTP/1.0',
    behave: raw((turn) => head(turn, '', '1.0') + goodBytes(turn).toString(), 'end'),
    expect: 'answer',
  },
  { name: 'no HTTP at all', behave: raw('220 mail.example.org ESMTP\r\n'), expect: 'network' },
  {
    name: 'a flood of headers',
    behave: raw((turn) => head(turn, `x-more: ${'y'.repeat(1000)}\r\n`.repeat(100))),
    expect: 'network',
  },
  {
    name: 'endless headers',
    behave: endlessRaw('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(1000)),
    expect: 'network',
    isLeft: true,
  },
  {
    name: '102 and 103 before the answer',
    behave: raw(
      (turn) =>
        `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${head(turn, 'connection: close\r\n')}${goodBytes(turn)}`,
      'end',
    ),
    expect: 'answer',
  },
  { name: '100, which nobody waits for', behave: raw('HTTP/1.1 100 Continue\r\n\r\n'), expect: 'network' },
  {
    name: '101',
    behave: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    expect: 'network',
  },
  { name: '204', behave: ({ response }) => response.writeHead(204).end(), expect: 'garbage' },
  {
    name: 'a broken chunk',
    behave: raw((turn) => `${head(turn, 'transfer-encoding: chunked\r\n')}zz\r\n{}`),
    expect: 'network',
  },
  {
    name: 'the answer twice on one connection',
    behave: raw((turn) => `${head(turn, `content-length: ${goodBytes(turn).length}\r\n`)}${goodBytes(turn)}`.repeat(2)),
    expect: 'answer',
  },
  {
    name: 'packed',
    behave: says((turn) => gzipSync(goodBytes(turn)), { 'content-encoding': 'gzip' }),
    expect: 'answer',
  },
  { name: 'a gzip bomb', behave: says(zeros, { 'content-encoding': 'gzip' }), expect: 'too-big', limits: floodLimits },
  {
    name: 'a gzip bomb in a gzip',
    behave: says(gzipSync(zeros), { 'content-encoding': 'gzip, gzip' }),
    expect: 'too-big',
    limits: floodLimits,
  },
  {
    name: 'packed and cut',
    behave: says((turn) => halfOf(gzipSync(goodBytes(turn))), { 'content-encoding': 'gzip' }),
    expect: 'garbage',
    modes: ['plain'],
  },
  { name: 'said to be packed', behave: says(goodBytes, { 'content-encoding': 'gzip' }), expect: 'garbage' },
  {
    name: 'an endless answer of blanks',
    behave: endless(() => ' '.repeat(16_384)),
    expect: 'too-big',
    limits: floodLimits,
    isLeft: true,
  },
  {
    name: 'an endless line',
    behave: endless((_, count) => (count === 0 ? 'data: "' : 'x'.repeat(16_384))),
    expect: 'too-big',
    limits: floodLimits,
    isLeft: true,
  },
  {
    name: 'an endless stream of small words',
    behave: endless(() => chatChunk({ content: 'zzz' })),
    expect: 'too-big',
    limits: floodLimits,
    wires: ['chat'],
    modes: ['stream'],
    isLeft: true,
  },
];

function endlessRaw(first: string, more: string): Behaviour {
  return ({ socket }) => {
    socket.write(first);
    const write = (): void => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('drain', write);
    write();
  };
}
