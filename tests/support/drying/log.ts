import { chamberStatus } from '../../../src/domain/drying/chamber-status.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingLog } from '../../../src/domain/drying/drying-log.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { DENVER } from '../records/texts.ts';

/** '24 09:05 points A1 34': an entry of Ann's on November 24 */
export function logOf(...entries: readonly string[]): DryingLog {
  const lines = entries.map((entry) => `2026-11-${entry.slice(0, 8)} -0600 Ann Lee: ${entry.slice(9)}`);
  return foldDrying(readDrying([['--- Drying ---', ...lines].join('\n')], DENVER));
}

export const SET_UP = [
  '23 09:00 chamber A = Kitchen, class 2',
  '23 09:00 set A1 Kitchen N wall, drywall, goal 15; A2 Kitchen floor, subfloor, goal 14; A3 Sill, pine',
  '23 09:30 placed D1 LGR A; MA 4 air movers A',
];
export const FIRST = [
  '23 10:00 air out 52F 60%, un 70F 38%, A 74F 71%, D1 95F 20%',
  '23 10:00 points A1 34, A2 28',
];
export const SECOND = [
  '24 09:00 air out 52F 60%, un 70F 38%, A 74F 60%, D1 95F 18%',
  '24 09:00 points A1 15, A2 20',
];

/** What `chamberStatus` says of the only chamber. */
export function statusOf(log: DryingLog) {
  const [chamber] = log.chambers;
  if (!chamber) throw new Error('No chamber is set.');
  return chamberStatus(log, chamber);
}
