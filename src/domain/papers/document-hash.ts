import { type PaperContent, textHash } from './paper-content.ts';

/** The JSON that is hashed (RFC 8785): names in order, no white space. Fields that are undefined are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  // By UTF-16 code units, as the RFC says.
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}

/** 64 lowercase hex digits. Equal only if two documents say the same, picture by picture. */
export function documentHash(content: PaperContent): string {
  return textHash(canonicalJson(content));
}

/** Enough to find the document, and short enough for a log entry. */
export function hashDigits(hash: string): string {
  return hash.slice(0, 12);
}
