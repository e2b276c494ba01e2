// Prose broken into lines that fit on a terminal.

/** Signs that take two places: Chinese, Japanese, Korean, and most pictures. */
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

/** How many places a text takes on a terminal, nearly. */
export function placesOf(text: string): number {
  let places = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) places += wide.test(segment) ? 2 : 1;
  return places;
}

/** Lines of at most `width` places, broken between words; a word that is longer has a line to itself. Line ends stay. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/[ \t]+/u).filter((part) => part !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && placesOf(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}
