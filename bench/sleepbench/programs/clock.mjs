// Loaded into a program of somebody else: its clock shows what the file says, and chance is always the same.
import { readFileSync } from 'node:fs';

const file = process.env.SLEEPBENCH_CLOCK ?? '';
const RealDate = Date;
let [time, reading] = [0, 0];
const now = () => {
  const told = Number(readFileSync(file, 'utf8'));
  if (told !== time) [time, reading] = [told, 0];
  reading += 1;
  return time + reading;
};
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
let state = 1;
Math.random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
