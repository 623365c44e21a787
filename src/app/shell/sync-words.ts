import type { SyncStatus } from '../../records/use-sync-status.ts';
import { formatMoment } from '../../ui/text/format-time.ts';

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
const HELD: readonly (readonly [PauseReason, string])[] = [
  ['appFault', 'App problem'],
  ['storageFull', 'Storage full'],
  ['signedOut', 'Signed out'],
  ['captivePortal', 'Network needs sign-in'],
  ['offline', 'No connection'],
  ['unreachable', 'No connection'],
  ['serverProblem', 'Server problem'],
  ['throttled', 'Server busy'],
];

/** 'No connection · 3 changes waiting', 'Up to date as of 2:05 PM': in words, so that no color has to be seen. */
export function syncWords({ waiting, attention, reasons, pulledAt, now, short }: Facts): SyncWords {
  const held = HELD.find(([reason]) => reasons.includes(reason))?.[1];
  const parts = [
    held,
    waiting > 0 ? `${waiting} ${short ? '' : waiting === 1 ? 'change ' : 'changes '}waiting` : undefined,
    attention > 0 ? `${attention} ${attention === 1 ? 'needs' : 'need'} attention` : undefined,
  ].filter((part) => part !== undefined);
  if (waiting + attention === 0) parts.push(...ageWords(held !== undefined, pulledAt, now));
  const said = short && parts.length > 2 ? [parts[0], parts.at(-1)] : parts;
  return { text: said.join(' · '), tone: toneOf({ attention, held, waiting, pulledAt }) };
}

function ageWords(held: boolean, pulledAt: number | null, now: number): string[] {
  if (pulledAt === null) return held ? [] : ['Not synced yet'];
  const time = formatMoment(pulledAt, now);
  return [held ? `as of ${time}` : `Up to date as of ${time}`];
}

function toneOf(
  facts: Pick<Facts, 'attention' | 'waiting' | 'pulledAt'> & { held: string | undefined },
): SyncWords['tone'] {
  if (facts.attention > 0) return 'attention';
  if (facts.held !== undefined) return 'held';
  if (facts.waiting > 0) return 'waiting';
  return facts.pulledAt === null ? 'never' : 'ok';
}
