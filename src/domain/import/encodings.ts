import { drawAll } from '../steps.ts';

export type Encoding = 'utf-8' | 'windows-1252' | 'macintosh' | 'utf-16le' | 'utf-16be';

export interface FoundEncoding {
  readonly encoding: Encoding;
  /** False if only the likelihood of letters decided. */
  readonly isSure: boolean;
}

/** `mended`: offsets of bytes that were not UTF-8. */
export interface DecodedText {
  readonly text: string;
  readonly mended: readonly number[];
}

interface Utf8Scan {
  /** Number of characters of several bytes. */
  readonly good: number;
  /** How many of them are rare in other encodings. */
  readonly telling: number;
  /** Offsets of bytes that are not UTF-8. */
  readonly bad: readonly number[];
}

/** Bytes per step. */
const STEP = 64 * 1024;
/** The sample, in bytes. */
const LOOKED_AT = 8192;
const MOST_CONTROLS = 0.02;
/** With more bad bytes, the file is not UTF-8. */
const MOST_BAD = 10_000;
/** Up to this lead byte, a pair is a Latin letter like 'é' or 'ł'. Above it, it may be 'É’' in windows-1252. */
const LAST_LATIN = 0xc5;
/** Repairs per step. */
const MENDED = 1000;
const MOST_JUDGED = 2000;
/** Bytes of a line shown on each side. */
const SAMPLE = 60;
const LINE_ENDS = [10, 13];
const MARKS = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
} as const satisfies Partial<Record<Encoding, readonly number[]>>;
const ONE_BYTE = ['windows-1252', 'macintosh'] as const;

/** Excel files are ZIP archives. Old ones, and ones with a password, are OLE files. */
export function kindOfBytes(bytes: Uint8Array): 'text' | 'zip' | 'ole' | 'binary' {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) return 'zip';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return 'ole';
  if (markOf(bytes) || utf16Without(bytes)) return 'text';
  const head = bytes.subarray(0, LOOKED_AT);
  // A few stray zeros do not make a table binary; pictures and programs are full of controls.
  const controls = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return head.includes(0) && controls > head.length * MOST_CONTROLS ? 'binary' : 'text';
}

/** Decides by the byte order mark, zero bytes, valid UTF-8 and, last, by the letters that each encoding would give. */
export function* findEncoding(bytes: Uint8Array): Generator<void, FoundEncoding> {
  const told = markOf(bytes) ?? utf16Without(bytes);
  if (told) return { encoding: told, isSure: true };
  const { good, telling, bad } = yield* scanUtf8(bytes);
  // Rows appended in windows-1252 can be mended. Reading all as windows-1252 would garble every letter in UTF-8.
  if (bad.length <= good || telling > 0) return { encoding: 'utf-8', isSure: good >= 3 * bad.length };
  const [windows, mac] = ONE_BYTE.map((encoding) => likeliness(bytes, encoding));
  return { encoding: (mac ?? 0) > (windows ?? 0) ? 'macintosh' : 'windows-1252', isSure: false };
}

/** Reads bytes that are not UTF-8 as windows-1252 one by one, so that none garbles its neighbors. */
export function* decodeText(bytes: Uint8Array, encoding: Encoding): Generator<void, DecodedText> {
  if (encoding !== 'utf-8') return { text: yield* decoded(bytes, encoding), mended: [] };
  const { bad } = yield* scanUtf8(bytes);
  const letters = lettersOf('windows-1252');
  const parts: string[] = [];
  const mended: number[] = [];
  let length = 0;
  let from = 0;
  for (const at of [...bad, bytes.length]) {
    const part = yield* decoded(bytes.subarray(from, at), 'utf-8', from > 0);
    const letter = at < bytes.length ? (letters[bytes[at] ?? 0] ?? '') : '';
    if (at < bytes.length) mended.push(length + part.length);
    parts.push(part, letter);
    length += part.length + letter.length;
    from = at + 1;
    if (mended.length % MENDED === MENDED - 1) yield;
  }
  return { text: parts.join(''), mended };
}

/** Returns the encodings to choose from, each with the first line that it changes. A file of only ASCII has one. */
export function encodingSamples(
  bytes: Uint8Array,
  found: Encoding,
): readonly { readonly encoding: Encoding; readonly sample: string }[] {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  if (found.startsWith('utf-16') || at < 0) return [{ encoding: found, sample: '' }];
  const line = lineAround(bytes, startsWith(bytes, MARKS['utf-8']) ? 3 : 0, found);
  return (['utf-8', ...ONE_BYTE] as const).map((encoding) => ({
    encoding,
    sample: drawAll(decodeText(line, encoding)).text.trim(),
  }));
}

function startsWith(bytes: Uint8Array, some: readonly number[]): boolean {
  return some.every((byte, at) => bytes[at] === byte);
}

function markOf(bytes: Uint8Array): Encoding | undefined {
  const names = Object.keys(MARKS) as (keyof typeof MARKS)[];
  return names.find((name) => startsWith(bytes, MARKS[name]));
}

/** UTF-16 writes an ASCII letter as its byte and a zero byte. */
function utf16Without(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, LOOKED_AT & ~1);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = head.length / 2;
  if (odd > pairs / 2 && even < pairs / 20) return 'utf-16le';
  return even > pairs / 2 && odd < pairs / 20 ? 'utf-16be' : undefined;
}

function* scanUtf8(bytes: Uint8Array): Generator<void, Utf8Scan> {
  const bad: number[] = [];
  let good = 0;
  let telling = 0;
  let pause = STEP;
  for (let at = 0; at < bytes.length; ) {
    if (at >= pause) {
      pause = at + STEP;
      yield;
    }
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceAt(bytes, at);
    if (length === 0) bad.push(at);
    else good += 1;
    if (length > 2 || (length === 2 && byte <= LAST_LATIN)) telling += 1;
    if (bad.length > MOST_BAD && bad.length > good && telling === 0) break;
    at += length || 1;
  }
  return { good, telling, bad };
}

/** Follows table 3-7 of the Unicode standard; returns 0 if no character begins here. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  const follows = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;
  if (lead < 0xc2 || lead > 0xf4 || !follows(second)) return 0;
  if (lead < 0xe0) return 2;
  const isOverlong = (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90);
  const isBeyond = (lead === 0xed && second > 0x9f) || (lead === 0xf4 && second > 0x8f);
  if (isOverlong || isBeyond || !follows(bytes[at + 2])) return 0;
  if (lead < 0xf0) return 3;
  return follows(bytes[at + 3]) ? 4 : 0;
}

function* decoded(bytes: Uint8Array, encoding: Encoding, keepsMark = false): Generator<void, string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: keepsMark });
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += STEP) {
    parts.push(decoder.decode(bytes.subarray(from, from + STEP), { stream: true }));
    if (from > 0) yield;
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** Decodes as a stream, because otherwise Node reads windows-1252 as Latin-1. */
function lettersOf(encoding: Encoding): readonly string[] {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  return Array.from(new TextDecoder(encoding).decode(bytes, { stream: true }));
}

const LETTER = /[A-Za-z]/;
const LOWER = /[a-zß-öø-ÿ]/;
/** For Western languages. Leaves out Š, ž and Ÿ, which are rarer than the signs with the same bytes. */
const ACCENTED_LOWER = /[ß-öø-ÿ]/;
const ACCENTED_UPPER = /[À-ÖØ-Þ]/;
const UPPER = /[A-ZÀ-ÖØ-Þ]/;

/** Scores how well the letters make words: 'René' does, 'RenÈ' and 'RenŽ' do not. */
function likeliness(bytes: Uint8Array, encoding: Encoding): number {
  const letters = lettersOf(encoding);
  const letterAt = (at: number): string => letters[bytes[at] ?? 32] ?? '';
  let sum = 0;
  let seen = 0;
  for (
    let at = bytes.findIndex((byte) => byte >= 0x80);
    at >= 0 && at < bytes.length && seen < MOST_JUDGED;
    at += 1
  ) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    seen += 1;
    sum += likelinessOf(letterAt(at), letterAt(at - 1), letterAt(at + 1));
  }
  return sum;
}

function likelinessOf(letter: string, before: string, after: string): number {
  const [isAfter, isBefore] = [LETTER.test(before), LETTER.test(after)];
  const isInWord = isAfter || isBefore;
  if (ACCENTED_LOWER.test(letter)) return UPPER.test(before) && UPPER.test(after) ? -1 : isInWord ? 2 : 0;
  if (ACCENTED_UPPER.test(letter)) return LOWER.test(before) ? -2 : isInWord ? 1 : -1;
  if (letter === '’' || letter === '”') return isAfter ? 2 : 0;
  if (letter === '“' || letter === '¿' || letter === '¡') return isBefore && !isAfter ? 2 : -1;
  return isInWord ? -2 : 0;
}

/** Prefers a line with a byte that is not UTF-8. */
function lineAround(bytes: Uint8Array, from: number, found: Encoding): Uint8Array {
  let at = -1;
  for (let place = from; place < bytes.length; place += 1) {
    if ((bytes[place] ?? 0) < 0x80) continue;
    if (at < 0) at = place;
    const length = sequenceAt(bytes, place);
    if (length === 0 || found !== 'utf-8') {
      at = place;
      break;
    }
    place += length - 1;
  }
  let start = at;
  while (start > from && at - start < SAMPLE && !LINE_ENDS.includes(bytes[start - 1] ?? 10)) start -= 1;
  let end = at;
  while (end < bytes.length && end - at < SAMPLE && !LINE_ENDS.includes(bytes[end] ?? 10)) end += 1;
  return bytes.subarray(start, end);
}
