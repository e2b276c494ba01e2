// Dreamkeeper by rules: no model is asked.
import type { Arm } from '../arm.ts';
import { openOurs } from '../ours/memory.ts';

export const arm: Arm = {
  name: 'ours',
  about: 'Dreamkeeper by its own rules, with the acts that a person gets without settings.',
  open: (given) => openOurs(given),
};
