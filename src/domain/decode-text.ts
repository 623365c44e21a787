/** Bytes that are decoded in one step. */
const STEP = 512 * 1024;
/** So far into a file its first zero byte stands, where it is no text. */
const LOOKED_AT = 8192;
const UTF_16 = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** What a file is by its first bytes, where it is no text that can be read: a ZIP archive, which Excel's files are. */
export function kindOfBytes(bytes: Uint8Array): 'text' | 'zip' | 'binary' {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) return 'zip';
  if (utf16Of(bytes)) return 'text';
  return bytes.subarray(0, LOOKED_AT).includes(0) ? 'binary' : 'text';
}

/**
 * The text of a file, in steps: UTF-8 or UTF-16 by its byte order mark, UTF-8 where it is valid, and otherwise
 * windows-1252, in which Excel writes CSV files of Western languages.
 */
export function* decodeText(bytes: Uint8Array): Generator<void, string> {
  const utf16 = utf16Of(bytes);
  if (utf16) return yield* decoded(bytes, new TextDecoder(utf16));
  try {
    return yield* decoded(bytes, new TextDecoder('utf-8', { fatal: true }));
  } catch {
    return yield* decoded(bytes, new TextDecoder('windows-1252'));
  }
}

function* decoded(bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder>): Generator<void, string> {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += STEP) {
    parts.push(decoder.decode(bytes.subarray(from, from + STEP), { stream: true }));
    yield;
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function utf16Of(bytes: Uint8Array): keyof typeof UTF_16 | undefined {
  const names = Object.keys(UTF_16) as (keyof typeof UTF_16)[];
  return names.find((name) => bytes[0] === UTF_16[name][0] && bytes[1] === UTF_16[name][1]);
}
