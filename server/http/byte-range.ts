/** The first byte, and the one after the last. */
interface Part {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^bytes=(\d{0,12})-(\d{0,12})$/;

/**
 * Parses the header Range (RFC 9110, 14.2). Undefined means the whole file: also for several ranges and other units, which
 * a server may ignore. Null if the file has no such bytes.
 */
export function byteRangeIn(header: string | undefined, size: number): Part | undefined | null {
  const [, first, last] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  // 'bytes=-500' means the last 500 bytes.
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  return from < to ? { from, to } : null;
}
