// What the shape of a home means for the repository a person works in, in words; said before anything is done, and after.
import type { FoundHome } from '../world/world.ts';

export const meaningOf: Readonly<Record<FoundHome['shape'], string>> = {
  nested:
    'The home is a repository of its own, hidden from your git by a line in info/exclude: nothing is committed on your branch.',
  one: 'This repository is the home: its board, its settings and every dream are commits on its branch.',
  elsewhere: 'The home is elsewhere, so Dreamkeeper commits nothing on your branch.',
};
