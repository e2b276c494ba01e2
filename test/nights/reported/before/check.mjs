// Every page has a title, and no link leads nowhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

for (const name of readdirSync('pages')) {
  const text = readFileSync(`pages/${name}`, 'utf8');
  const dead = [...text.matchAll(/\]\(([^)]+)\)/g)].filter(([, link]) => !existsSync(`pages/${link}`));
  if (!text.startsWith('# ') || dead.length > 0) process.exitCode = 1;
}
