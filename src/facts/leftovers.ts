// What programs leave lying about: logs, caches, built things. Where git does not know such a file and nobody wrote it on record, it is no work.

const names =
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|nohup\.out|core(?:\.\d+)?|lcov\.info|\.coverage(?:\..*)?|\.eslintcache|.*\.(?:log|log\.\d+|tmp|temp|swp|swo|bak|orig|rej|pid|pyc|class|o|prof|heapsnapshot|cpuprofile|tsbuildinfo|lcov|trace)|.*~|\.#.*|#.*#)$/iu;
const folders = new Set(
  [
    'node_modules coverage dist build out target tmp temp logs __pycache__ htmlcov test-results playwright-report',
    '.cache .pytest_cache .mypy_cache .ruff_cache .nyc_output .tox .venv venv .idea .gradle .next .nuxt .turbo .parcel-cache',
  ]
    .join(' ')
    .split(' '),
);

export function isLeftover(path: string): boolean {
  const parts = path.split('/');
  return names.test(parts.at(-1) ?? '') || parts.slice(0, -1).some((folder) => folders.has(folder));
}
