/** Our server's limit, in characters. Other servers may accept less. */
const LONGEST = 10_000;
const NEARLY = 0.8;

/** Returns how full a record's notes are, in percent, if they are nearly full; else null. */
export function notesShare(notes: string): number | null {
  const share = notes.length / LONGEST;
  return share >= NEARLY ? Math.round(share * 100) : null;
}

export function isTooLong(notes: string): boolean {
  return notes.length > LONGEST;
}
