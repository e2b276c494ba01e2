// Appends one line from any process, never torn, never in the agent's way.
export { appendLine, longestLine } from './append.ts';
export { countDrop, type DropReason, dropsIn, readyDrops } from './drops.ts';
export { type NotOurs, whyNotOurs } from './ours.ts';
export { readNewest } from './read.ts';
export { removeFile, replaceFile } from './replace.ts';
export { pieces, type Rotation, rotate, sizeOf, usualRotation } from './rotate.ts';
export { countUp, isFirstTo } from './tally.ts';
