import { PageDatabases } from '../../../src/db/page-databases.ts';
import type { Clock, Log } from '../../../src/domain/ports.ts';
import { ManualClock } from './manual-clock.ts';
import { TestChannels } from './test-channels.ts';

const SILENT: Log = { debug: () => {}, info: () => {}, error: () => {} };

/** Between all pages of a test that are made without channels of their own. */
const shared = new TestChannels();

/** The databases of a page of its own, on a clock that stands still unless a test moves it. */
export function pageDatabases(
  clock: Clock = new ManualClock(),
  log = SILENT,
  openChannel = shared.for({}),
): PageDatabases {
  return new PageDatabases(clock, log, openChannel);
}
