// The store of a home, opened for one use and closed again.
import type { FoundHome, Store, World } from '../world/world.ts';

export function withStore<Result>(world: World, home: FoundHome, use: (store: Store) => Result): Result {
  const store = world.stores.open(home.privateDir);
  try {
    return use(store);
  } finally {
    store.close();
  }
}
