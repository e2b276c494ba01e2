// Dreamkeeper with the faulty model chosen for everything: the same prompts, the same wire, the same checks as with any model.
import type { Arm } from '../arm.ts';
import { ratesIn } from '../faulty/rates.ts';
import { openOurs } from '../ours/memory.ts';
import { startFaultyServer } from '../ours/model-server.ts';

export const arm: Arm = {
  name: 'ours, faulty model',
  about: 'Dreamkeeper, asking a model with the faults of the faulty rewrite.',
  open: async (given) => {
    const server = await startFaultyServer(given.seed, ratesIn(given.settings));
    const memory = await openOurs(given, { operator: server.operator });
    return {
      ...memory,
      close: async () => {
        await memory.close?.();
        await server.close();
      },
    };
  },
};
