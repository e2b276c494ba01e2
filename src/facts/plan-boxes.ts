// The boxes of a Markdown or org file: which are open, and which of them comes first.
import { oneLine } from '../text/text.ts';

export interface Boxes {
  /** The first that is not ticked and has none such below it. */
  readonly first: string;
  readonly open: number;
  readonly ticked: number;
}

interface Box {
  readonly indent: number;
  readonly mark: string;
  readonly text: string;
}

const boxLine = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+\[([ xX~/-])\]\s+(\S.*)$/u;
const longestItem = 200;

/** The open boxes; undefined if there are none. `isMeant` says whether the boxes below a heading count at all. */
export function boxesIn(text: string, isMeant: (heading: string) => boolean = () => true): Boxes | undefined {
  const boxes = linesThatCount(text, isMeant).flatMap((line): Box[] => {
    const [, indent = '', mark = '', item = ''] = boxLine.exec(line) ?? [];
    const plain = plainText(item);
    return /[\p{L}\p{N}]{2}/u.test(plain) ? [{ indent: indent.length, mark, text: plain }] : [];
  });
  const isOpen = ({ mark }: Box): boolean => mark === ' ';
  const open = boxes.filter(isOpen);
  // One that is open and has open ones below it is done by doing those.
  const first = boxes.find((box, at) => {
    if (!isOpen(box)) return false;
    const next = boxes.slice(at + 1).find((each) => each.indent <= box.indent || isOpen(each));
    return next === undefined || next.indent <= box.indent;
  });
  const ticked = boxes.filter(({ mark }) => mark.toLowerCase() === 'x').length;
  return first === undefined ? undefined : { first: first.text, open: open.length, ticked };
}

/** Without what is quoted as code or commented out, and without the parts that are not meant. */
function linesThatCount(text: string, isMeant: (heading: string) => boolean): string[] {
  let fence: string | undefined;
  let isHidden = false;
  let counts = isMeant('');
  return text.split(/\r?\n/u).filter((line) => {
    const mark = /^\s*(`{3,}|~{3,}|#\+begin_\w+|#\+end_\w+)/iu.exec(line)?.[1]?.toLowerCase();
    if (mark !== undefined) {
      const isEnd = fence !== undefined && (mark.startsWith(fence) || mark.startsWith('#+end_'));
      if (fence === undefined) fence = mark;
      else if (isEnd) fence = undefined;
      return false;
    }
    if (fence !== undefined) return false;
    if (line.includes('<!--')) isHidden = true;
    const wasHidden = isHidden;
    if (line.includes('-->')) isHidden = false;
    if (wasHidden) return false;
    const heading = /^(?:#{1,6}|\*+)\s+(.+)$/u.exec(line);
    // `* [ ] a` is a box and no heading.
    if (heading !== null && !boxLine.test(line)) counts = isMeant(heading[1] ?? '');
    return counts;
  });
}

/** An item as it is said in a sentence: marks of emphasis and links are not part of it. */
function plainText(item: string): string {
  const plain = item
    .replace(/\[\[[^\]]*\]\[([^\]]*)\]\]/gu, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/gu, '$1')
    .replace(/\*\*|__|~~|`/gu, '')
    .replace(/<!--.*?-->/gu, '');
  return oneLine(plain, longestItem).trim();
}
