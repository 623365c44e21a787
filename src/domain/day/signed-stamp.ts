import { nameIn } from './entries.ts';
import { readStamp, STAMP_PATTERN, type Stamp, writeStamp } from './stamp.ts';

/** When something was done and by whom, as a line or a value ends with it: `2026-11-23 08:45 -0600 ann`. */
export interface SignedStamp extends Stamp {
  readonly who: string;
}

const SIGNED = new RegExp(String.raw`^(?<moment>${STAMP_PATTERN})(?:[ \t]+(?<who>.*))?$`);

export function writeSigned({ who, ...stamp }: SignedStamp): string {
  return `${writeStamp(stamp)} ${nameIn(who)}`;
}

/**
 * Null where the text tells no moment.
 * @param offsetOf minutes east of UTC, of the reader's place at a moment: for a text without an offset
 */
export function readSigned(text: string, offsetOf: (at: number) => number): SignedStamp | null {
  const { moment = '', who = '' } = SIGNED.exec(text.trim())?.groups ?? {};
  const stamp = readStamp(moment, offsetOf);
  return stamp && { ...stamp, who: who.trim() };
}
