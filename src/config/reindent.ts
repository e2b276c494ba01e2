// Settings pasted from a page often arrive without their indentation. Where only one reading is possible, it is put back.
import { dreaming, heartbeat, weights } from './home-schema.ts';

/** Which names may stand in a section; a name that is itself a section nests. */
const sections: Readonly<Record<string, readonly string[]>> = {
  heartbeat: Object.keys(heartbeat.shape),
  dreaming: Object.keys(dreaming.shape),
  weights: Object.keys(weights.shape),
  model: ['default', 'dreaming'],
};

/** A section header with nothing after it, or a setting, at the left margin. */
const header = /^([A-Za-z_]+):[ \t]*(?:#.*)?\r?$/u;
const setting = /^([A-Za-z_]+):[ \t]+\S/u;

/**
 * Indents lines that follow an empty section header at the left margin and can only belong to it.
 *
 * Lines keep their numbers, so that messages about them stay right. Text that is indented already comes back as it is.
 */
export function reindent(yaml: string): string {
  const open: string[] = [];
  const lines = yaml.split('\n').map((line) => {
    const name = header.exec(line)?.[1] ?? setting.exec(line)?.[1];
    if (name === undefined) {
      // An indented or list line means that the section above it has a shape of its own.
      if (line.trim() !== '' && !line.startsWith('#')) open.length = 0;
      return line;
    }
    const isSection = header.test(line) && Object.hasOwn(sections, name);
    while (open.length > 0 && !belongs(name, isSection, open.at(-1) ?? '')) open.pop();
    const depth = open.length;
    if (isSection) open.push(name);
    return '  '.repeat(depth) + line;
  });
  return lines.join('\n');
}

/** Of sections only `weights` lies in another one; `dreaming:` alone is the section, `dreaming: name` may be the model's. */
function belongs(name: string, isSection: boolean, section: string): boolean {
  return isSection ? name === 'weights' && section === 'dreaming' : (sections[section]?.includes(name) ?? false);
}
