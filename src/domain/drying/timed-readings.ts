import { type SignedStamp, writeStamp } from '../day/entries.ts';
import type { DryingFact } from './drying-facts.ts';
import { writeFacts } from './write-facts.ts';

const MINUTE_MS = 60_000;
const WORD = /^(?:air|points)(?= )/i;
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export interface TimedText {
  readonly at: number;
  readonly text: string;
}

/**
 * Each stamp takes room in the notes, so the readings of a long walk share an entry: `air out 52F 60%, 09:20, A 74F 71%`
 * says that A was read at 9:20 of the entry's day.
 * @returns a text for each time
 */
export function splitTimes({ at, offset, text }: Omit<SignedStamp, 'who'> & { text: string }): TimedText[] {
  const [word] = WORD.exec(text) ?? [];
  if (word === undefined) return [{ at, text }];
  const parts: { at: number; items: string[] }[] = [{ at, items: [] }];
  for (const item of text.slice(word.length).split(',')) {
    const clock = item.trim();
    if (CLOCK.test(clock)) parts.push({ at: at + later({ at, offset }, clock), items: [] });
    else parts.at(-1)?.items.push(clock);
  }
  // A time without a reading before or after it is not the app's.
  if (parts.some(({ items }) => items.length === 0)) return [{ at, text }];
  return parts.map((part) => ({ at: part.at, text: `${word} ${part.items.join(', ')}` }));
}

function later(stamp: Omit<SignedStamp, 'who'>, clock: string): number {
  return (minuteOf(clock) - minuteOf(clockOf(stamp))) * MINUTE_MS;
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

function clockOf(stamp: Omit<SignedStamp, 'who'>): string {
  return writeStamp(stamp).slice(11, 16);
}

interface Timed {
  readonly stamp: SignedStamp;
  readonly facts: readonly DryingFact[];
}

/** @param parts of one word, writer, day and offset, oldest first. The entry has the first stamp. */
export function joinTimes(parts: readonly Timed[]): string {
  return parts
    .map(({ stamp, facts }, place) => {
      const said = writeFacts(facts).join();
      return place === 0 ? said : `${clockOf(stamp)},${said.replace(WORD, '')}`;
    })
    .join(', ');
}
