import type { SyncStatus } from '../../records/use-sync-status.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { heldWords, syncStatusWords } from '../../words/frame.ts';

type PauseReason = SyncStatus['reasons'][number];

/** What the top bar says of the connection between this device and the server. */
export interface SyncWords {
  readonly text: string;
  readonly tone: 'ok' | 'never' | 'waiting' | 'held' | 'attention';
}

interface Facts extends Omit<SyncStatus, 'parked' | 'clockAhead'> {
  /** Device time in ms of the last complete pull; null before the first. */
  readonly pulledAt: number | null;
  readonly now: number;
  /** A phone has room for '3 waiting' only, and for two things said: of three the count of what waits gives way. */
  readonly short?: boolean;
}

/** Most telling first: where several reasons hold the engine, one is said. */
const HELD: readonly PauseReason[] = [
  'appFault',
  'storageFull',
  'signedOut',
  'captivePortal',
  'offline',
  'unreachable',
  'serverProblem',
  'throttled',
];

/** 'No connection · 3 changes waiting', 'Up to date as of 2:05 PM': in words, so that no color has to be seen. */
export function syncWords({ waiting, attention, reasons, pulledAt, now, short }: Facts): SyncWords {
  const reason = HELD.find((one) => reasons.includes(one));
  const held = reason && heldWords[reason];
  const waitingWords = short ? syncStatusWords.waitingShort : syncStatusWords.waiting;
  const parts = [
    held,
    waiting > 0 ? waitingWords({ count: waiting }) : undefined,
    attention > 0 ? syncStatusWords.attention({ count: attention }) : undefined,
  ].filter((part) => part !== undefined);
  if (waiting + attention === 0) parts.push(...ageWords(held !== undefined, pulledAt, now));
  const said = short && parts.length > 2 ? [parts[0], parts.at(-1)] : parts;
  return { text: said.join(' · '), tone: toneOf({ attention, held, waiting, pulledAt }) };
}

function ageWords(held: boolean, pulledAt: number | null, now: number): string[] {
  if (pulledAt === null) return held ? [] : [syncStatusWords.neverSynced];
  const time = formatMoment(pulledAt, now);
  return [held ? syncStatusWords.asOf({ time }) : syncStatusWords.upToDate({ time })];
}

function toneOf(
  facts: Pick<Facts, 'attention' | 'waiting' | 'pulledAt'> & { held: string | undefined },
): SyncWords['tone'] {
  if (facts.attention > 0) return 'attention';
  if (facts.held !== undefined) return 'held';
  if (facts.waiting > 0) return 'waiting';
  return facts.pulledAt === null ? 'never' : 'ok';
}
