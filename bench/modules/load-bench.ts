import { install } from '../frame/install.ts';
import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import type { ModuleFunctions } from '../page/modules.ts';
import type { PeerFunctions } from '../peers/peers.ts';
import { BenchPage } from './bench-page.ts';
import type { Measured } from './on-modules.ts';

// A whole list into an empty database, beside other libraries: `npm run bench -- load`.

const ROUNDS = roundsOr(3);
const RECORDS = 10_000;

export async function run(): Promise<Measured> {
  await install('rxdb');
  const ours = await BenchPage.open<ModuleFunctions>('page/modules.html');
  const theirs = await BenchPage.open<PeerFunctions>('peers/peers.html');
  try {
    const [load = [], rxdb = [], pouchdb = []] = await interleaved(ROUNDS, [
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
        (peer): Line => ({
          budget: 'B3',
          name: 'bulk load of 10,000',
          unit: 'ms',
          ours: load,
          peer,
          bounds: 'peer',
          atMost: 0.6,
        }),
      ),
    };
  } finally {
    await ours.close();
    await theirs.close();
  }
}
