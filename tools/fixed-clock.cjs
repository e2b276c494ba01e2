// Loaded before a program (`node --require`): it always is `FIXED_TIME`, and a file was last touched when its own date says so.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const fixed = Date.parse(process.env.FIXED_TIME ?? '');
if (!Number.isNaN(fixed)) {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...args) {
      super(...(args.length === 0 ? [fixed] : args));
    }
    static now() {
      return fixed;
    }
  };
  const { lstatSync } = fs;
  fs.lstatSync = (...args) => {
    const found = lstatSync(...args);
    // The system remembers when the file was really written, which nobody can set.
    if (typeof found?.mtimeMs === 'number') Object.assign(found, { ctimeMs: found.mtimeMs, ctime: found.mtime });
    return found;
  };
  syncBuiltinESMExports();
}
