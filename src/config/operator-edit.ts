// The operator's settings with a model chosen in them: their comments, their order and everything else stay.
import { Document, isMap, parseDocument } from 'yaml';
import { decodeUtf8 } from '../text/text.ts';
import { askedActs } from './act-names.ts';
import type { OperatorSettings } from './operator-schema.ts';
import { parseOperatorSettings } from './parse.ts';

export interface ModelWish {
  /** What is set up under this name, if anything is new: a provider or a program. */
  readonly setUp?: {
    readonly name: string;
    readonly provider?: NonNullable<OperatorSettings['providers']>[string];
    readonly argv?: readonly string[];
  };
  /** What is chosen, and for what. */
  readonly chosen: string;
  readonly tier: 'dreaming' | 'default' | 'dream' | 'daydream';
}

const beginning = `# What costs money, runs programs or leaves this machine. Only you write here; no home can.
format: 1
`;

/** The new text. What comes out can be read: it is checked before anybody writes it. */
export function withModel(bytes: Uint8Array | undefined, file: string, { setUp, chosen, tier }: ModelWish): Uint8Array {
  const text = bytes === undefined ? '' : decodeUtf8(bytes);
  // What is there has to be in order before it is touched.
  if (text !== '') parseOperatorSettings(bytes ?? new Uint8Array(), file);
  const parsed = parseDocument(text.trim() === '' ? beginning : text);
  const document = isMap(parsed.contents) ? parsed : new Document({});
  if (setUp?.provider !== undefined) document.setIn(['providers', setUp.name], document.createNode(setUp.provider));
  if (setUp?.argv !== undefined)
    document.setIn(['commands', setUp.name], document.createNode(setUp.argv, { flow: true }));
  const isAct = askedActs.some((act) => act === tier);
  const place = isAct ? ['model', 'acts', tier] : ['model', tier];
  document.setIn(place, chosen);
  const written = Buffer.from(document.toString({ lineWidth: 0 }));
  parseOperatorSettings(written, file);
  return written;
}
