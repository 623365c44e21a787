/** In characters. Servers and file systems refuse names much longer than 200. */
const PART_MAX = 100;
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu;
const CUT_PAIR = /[\ud800-\udbff]$/;

/** Makes a number or a title a part of a file's name: systems do not allow some characters in names. */
export function inFileName(text: string): string {
  const allowed = text.replace(/\s+/g, ' ').replace(NOT_IN_NAMES, '-').trim();
  return allowed.slice(0, PART_MAX).replace(CUT_PAIR, '').trim();
}
