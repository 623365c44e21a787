import { PageDatabases } from '../../../src/db/page-databases.ts';
import type { Clock, Log } from '../../../src/domain/ports.ts';
import { ManualClock } from './manual-clock.ts';
import { TestChannels } from './test-channels.ts';

const SILENT: Log = { debug: () => {}, info: () => {}, error: () => {} };

/** Connects all pages of a test that are not given their own channels. */
const shared = new TestChannels();

/** Returns the databases of a new page. */
export function pageDatabases(
  clock: Clock = new ManualClock(),
  log = SILENT,
  openChannel = shared.for({}),
): PageDatabases {
  return new PageDatabases(clock, log, openChannel);
}
