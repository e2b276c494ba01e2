// Files that are to be kept: pictures and archives are no credentials, and a credential in one of them is still found.
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { heldBack, netOf } from '../../src/change/change.ts';
import { seeded } from './random.ts';

const net = netOf({});

function noise(seed: number, length: number): Buffer {
  const random = seeded(seed);
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(random.below(0x1_0000_0000), at);
  return bytes;
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);

function binaryFiles(): Buffer[] {
  const prose = Array.from({ length: 60_000 }, (_, index) => seeded(index).fill('line {let:7} {dig:4} {let:5}')).join(
    '\n',
  );
  return [
    ...Array.from({ length: 9 }, (_, seed) => noise(seed, 2 * 1024 * 1024)),
    ...Array.from({ length: 5 }, (_, seed) => Buffer.concat([png, noise(seed + 50, 400_000)])),
    ...Array.from({ length: 3 }, (_, seed) => Buffer.concat([Buffer.from('wOF2\0\u0001'), noise(seed + 70, 300_000)])),
    ...Array.from({ length: 3 }, (_, at) => gzipSync(prose.slice(at * 1000))),
  ];
}

test('20 binary files are kept', () => {
  const files = binaryFiles();
  assert.equal(files.length, 20);
  assert.deepEqual(
    files.map((bytes, index) => [index, heldBack(net, `${index}.bin`, bytes)]).filter(([, why]) => why !== undefined),
    [],
  );
});

test('a binary file with a credential in it is held', () => {
  const random = seeded(3);
  const pem = `-----BEGIN PRIVATE KEY-----\n${random.fill('{b64:64}\n{b64:64}\n{b64:22}')}==\n-----END PRIVATE KEY-----\n`;
  const putty = `PuTTY-User-Key-File-3: ssh-ed25519\r\nEncryption: none\r\nPrivate-Lines: 1\r\n${random.fill('{b64:47}')}=\r\n`;
  for (const [secret, rule] of [
    [random.fill('ghp_{an:36}'), 'github-token'],
    [pem, 'private-key'],
    [pem.replaceAll('\n', '\r\n'), 'private-key'],
    [putty, 'putty-key'],
    ['DB_PASSWORD=Zq8sd7f6g5h4!', 'assigned-secret'],
  ] as const) {
    for (const before of [noise(1, 300_000), Buffer.concat([png, noise(2, 5000)]), Buffer.alloc(8)]) {
      const bytes = Buffer.concat([before, Buffer.from(`\0${secret}\0`), noise(9, 5000)]);
      assert.equal(heldBack(net, 'a.bin', bytes), `has a credential in it (${rule})`, secret);
    }
  }
});

test('text is text, whatever its encoding, and a stray byte does not hide anything', () => {
  const line = 'Prüfen: das Passwort für den NAS ist Geheim48213, größer geht’s nicht.\n';
  for (const bytes of [
    Buffer.from(line),
    Buffer.from(line, 'latin1'),
    Buffer.from(`\ufeff${line}`, 'utf16le'),
    Buffer.from('the password for staging is hunter2rabbits', 'utf16le'),
    Buffer.from(`\ufeff${line}`, 'utf16le').swap16(),
    Buffer.concat([Buffer.from([0xff]), Buffer.from(line)]),
    Buffer.concat([Buffer.from('a\0'), Buffer.from(line)]),
  ])
    assert.match(heldBack(net, 'a.txt', bytes) ?? '', /told-password/u, bytes.toString('latin1'));
});
