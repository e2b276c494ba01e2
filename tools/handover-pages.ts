// What the pages show of the recorded session: a block each between two comments, with the text as it was handed over.

/** The code of a frame is new for each pack; on the pages it is always this one. */
const shownCode = '5a22dc67f61e';
/** Longer lines are wrapped, so that nobody has to scroll to the side. */
const widest = 136;

/** By name, what stands in the blocks. */
export function blocksOf(pack: string, told: string): Readonly<Record<string, string>> {
  const shown = pack.replaceAll(/(?<=<\/?others-)[0-9a-f]{12}(?=>)/gu, shownCode).trimEnd();
  return { before: wrapped(told), pack: wrapped(shown), extract: wrapped(extractOf(shown)) };
}

/** Puts the blocks between their comments; a page has those that it asks for. */
export function withBlocks(page: string, blocks: Readonly<Record<string, string>>): string {
  return page.replaceAll(
    /(<!-- handover: (\w+) [^\n]*-->\n)[\s\S]*?(<!-- handover end -->)/gu,
    (_, begin: string, name: string, end: string) => {
      const text = blocks[name];
      if (text === undefined) throw new Error(`there is no block ${name}`);
      return `${begin}\`\`\`text\n${text}\n\`\`\`\n${end}`;
    },
  );
}

/** The lines that say most, for a reader who has never seen one; what is left out is marked. */
function extractOf(pack: string): string {
  const lines = pack.split('\n');
  const frame = lines.findIndex((line) => line.startsWith('The last dream moved'));
  const asked = lines.findIndex((line) => line.startsWith('Asked last'));
  const said = lines.findIndex((line) => line.startsWith('> '));
  if (frame < 0 || asked < frame || said < asked) throw new Error('the pack has another form than the extract needs');
  return [...lines.slice(0, frame), '[…]', ...lines.slice(asked, said + 1), '[…]'].join('\n');
}

function wrapped(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const rows: string[] = [];
      for (const word of line.split(' ')) {
        const row = rows.at(-1);
        if (row !== undefined && row.length + word.length < widest) rows[rows.length - 1] = `${row} ${word}`;
        else rows.push(row === undefined ? word : `    ${word}`);
      }
      return rows;
    })
    .join('\n');
}
