import { PageDatabases } from '../../src/db/page-databases.ts';
import type { Clock, Log } from '../../src/domain/ports.ts';
import { ManualClock } from './manual-clock.ts';

const SILENT: Log = { debug: () => {}, info: () => {}, error: () => {} };

/** The databases of a page of its own, on a clock that stands still unless a test moves it. */
export function pageDatabases(clock: Clock = new ManualClock(), log = SILENT): PageDatabases {
  return new PageDatabases(clock, log);
}
