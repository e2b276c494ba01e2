// Memory for the contents of many files: a thousand small pieces cost more than to read what goes into them.

const slab = 1 << 20;
/** What is larger has a piece of its own, so that whoever keeps a small one keeps no large one with it. */
const small = 1 << 17;

export function makeRooms(): (size: number) => Buffer {
  let held = Buffer.alloc(0);
  return (size) => {
    if (size > small) return Buffer.allocUnsafeSlow(size);
    if (size > held.length) held = Buffer.allocUnsafeSlow(slab);
    const given = held.subarray(0, size);
    held = held.subarray(size);
    return given;
  };
}
