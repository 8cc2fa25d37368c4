import { addCode, macOf, type Position, type SealKeys, takeCode } from './seal.ts';

/** A line of a chain, taken apart. That it is genuine is known only after {@link isGenuine}. */
export interface ChainLine {
  readonly chain: string;
  readonly seq: number;
  readonly mac: string;
  /** The text that the code covers. */
  readonly body: Buffer;
  /** The whole object, with `chain`, `seq` and `mac`. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** The line after `before`, without a line break. `json` is the text of an object that is not empty. */
export function sealLine(
  chain: string,
  json: string,
  before: Position,
  keys: SealKeys,
): { readonly text: string; readonly position: Position } {
  const seq = before.seq + 1;
  const body = `{"chain":"${chain}","seq":${seq},${json.slice(1)}`;
  const mac = macOf(body, before.mac, keys.line);
  return { text: addCode(body, 'mac', mac), position: { seq, mac } };
}

/** `undefined` if the bytes are not a line of any chain. */
export function parseLine(bytes: Buffer): ChainLine | undefined {
  const taken = takeCode(bytes, 'mac');
  if (!taken) return undefined;
  try {
    const content = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    const { chain, seq } = content;
    if (typeof chain !== 'string' || !Number.isSafeInteger(seq)) return undefined;
    return { chain, seq: seq as number, mac: taken.code, body: taken.body, content };
  } catch {
    return undefined;
  }
}

/** True if the line was written by whoever holds the key, after a line with the code `before`. */
export function isGenuine(line: ChainLine, before: string, keys: SealKeys): boolean {
  return macOf(line.body, before, keys.line) === line.mac;
}
