// Every kind of credential is found and taken out, plain and in each encoding, with many values of its true shape.
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { findSecrets, netFor, redactSecrets } from '../../src/secrets/secrets.ts';
import { isPlain } from '../../src/steps/steps.ts';
import { isFull } from '../share.ts';
import { shapeKinds } from './kinds-by-shape.ts';
import { contextKinds } from './kinds-in-context.ts';
import { type Kind, vendorKinds } from './kinds-of-vendors.ts';
import { seeded } from './random.ts';

const kinds: readonly Kind[] = [...vendorKinds, ...contextKinds];

type Encode = (text: string) => string;

const json: Encode = (text) => JSON.stringify(text);
const inside: Encode = (text) => json(text).slice(1, -1);
const base64 = (text: string, as: 'base64' | 'base64url' = 'base64'): string => Buffer.from(text).toString(as);

const form: Encode = (text) => new URLSearchParams({ q: text }).toString();
const codePoints: Encode = (text) =>
  `"${text.replace(/./gsu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

/** How a line is encoded, how the secret in it looks then (base64 leaves nothing of either), and with how many values it is tried. */
interface Encoding {
  readonly line: Encode;
  readonly secret?: Encode;
  readonly seeds: number;
}

/** All of them in a full run; each kind has as many places and encodings either way. */
const many = isFull ? 20 : 8;

const encodings: Readonly<Record<string, Encoding>> = {
  plain: { line: (text) => text, secret: (text) => text, seeds: many },
  URL: { line: encodeURIComponent, secret: encodeURIComponent, seeds: many },
  JSON: { line: json, secret: inside, seeds: many },
  'JSON twice': { line: (text) => json(json(text)), secret: (text) => inside(inside(text)), seeds: many },
  base64: { line: (text) => base64(text), seeds: many },
  base64url: { line: (text) => base64(text, 'base64url'), seeds: many },
  form: { line: form, secret: (text) => form(text).slice(2), seeds: 3 },
  'every byte of a URL': { line: (text) => Buffer.from(text).toString('hex').replace(/../gu, '%$&'), seeds: 3 },
  'every character of JSON': { line: codePoints, seeds: 3 },
  'base64 over lines': { line: (text) => base64(text).replace(/.{76}/gu, '$&\n'), seeds: 3 },
  'base64 in JSON in a URL': { line: (text) => encodeURIComponent(`{"data":"${base64(text)}"}`), seeds: 3 },
};

test(`${kinds.length} kinds of credential`, async (context) => {
  assert.ok(kinds.length >= 75, 'the requirement asks for 60, the table for more');
  assert.equal(new Set(kinds.map(([name]) => name)).size, kinds.length, 'each kind has its own name');
  for (const [name, shape, template] of kinds) {
    await context.test(name, () => {
      for (const [encoding, { line: encodeLine, secret: encodeSecret, seeds }] of Object.entries(encodings)) {
        for (let seed = 1; seed <= seeds; seed += 1) {
          const secret = seeded(seed).fill(shape);
          const line = template.replace(/@@/gu, () => secret);
          const text = encodeLine(line);
          const clean = redactSecrets(text);
          const told = `${encoding}, seed ${seed}\n${text}\n${clean}`;
          assert.notEqual(clean, text, `not found: ${told}`);
          assert.ok(!clean.includes(secret), `still there: ${told}`);
          const encoded = encodeSecret?.(secret) ?? text;
          assert.ok(!clean.includes(encoded), `still there, encoded: ${told}`);
          if (seed === 1) assert.deepEqual(findSecrets(clean), [], `found again after redaction: ${told}`);
        }
      }
    });
  }
});

/** Shapes that are a credential only together with the address or the name before them. */
const needSurroundings = new Set([
  'Azure storage key',
  'Azure service bus key',
  'kubeadm token',
  'Slack webhook',
  'Discord webhook',
]);

test(`${vendorKinds.length + shapeKinds.length} shapes are known without surroundings`, async (context) => {
  const alone = vendorKinds
    .filter(([name]) => !needSurroundings.has(name))
    .map(([name, shape]) => [name, shape] as const);
  for (const [name, shape, rule] of [...alone, ...shapeKinds]) {
    await context.test(name, () => {
      for (let seed = 1; seed <= many / 2; seed += 1) {
        const secret = seeded(seed).fill(shape);
        const line = `It was ${secret} all along.`;
        for (const encode of [(text: string) => text, encodeURIComponent, json, base64]) {
          const clean = redactSecrets(encode(line));
          const told = `seed ${seed}\n${encode(line)}\n${clean}`;
          assert.ok(!clean.includes(secret) && clean !== encode(line), `not found: ${told}`);
          if (rule !== undefined) assert.ok(clean.includes(`[REDACTED:${rule}]`), `not by ${rule}: ${told}`);
        }
      }
    });
  }
});

test('the short cut for plain steps lets none of them by', () => {
  for (const [name, shape, template] of kinds) {
    for (let seed = 1; seed <= many / 4; seed += 1) {
      const line = template.replace(/@@/gu, () => seeded(seed).fill(shape));
      for (const { line: encode } of Object.values(encodings)) {
        assert.ok(!isPlain(encode(line)), `${name}: ${encode(line)}`);
        assert.notEqual(netFor({}).redact(encode(line)), encode(line), name);
      }
    }
  }
});
