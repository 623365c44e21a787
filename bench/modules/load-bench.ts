import { install } from '../frame/install.ts';
import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import type { ModuleFunctions } from '../page/modules.ts';
import type { PeerFunctions } from '../peers/peers.ts';
import { BenchPage } from './bench-page.ts';

// P12, how long it takes to load a whole list into an empty database, compared with other libraries: `npm run bench --
// load`.

const RECORDS = 10_000;

export async function run(): Promise<Measured> {
  await install('rxdb');
  const ours = await BenchPage.open<ModuleFunctions>('page/modules.html');
  const theirs = await BenchPage.open<PeerFunctions>('peers/peers.html');
  try {
    const [load = [], rxdb = [], pouchdb = []] = await interleaved(rounds(), [
      () => ours.call('bulkLoad', RECORDS),
      () => theirs.call('rxdbLoad', RECORDS),
      () => theirs.call('pouchdbLoad', RECORDS),
    ]);
    return {
      browser: ours.browser,
      lines: [
        { name: 'RxDB (dexie)', values: rxdb },
        { name: 'PouchDB (indexeddb)', values: pouchdb },
      ].map(
        (against): Line => ({
          goal: 'P12',
          name: `bulk load of ${RECORDS}`,
          unit: 'ms',
          ours: load,
          against,
          atMost: 0.8,
        }),
      ),
    };
  } finally {
    await ours.close();
    await theirs.close();
  }
}
