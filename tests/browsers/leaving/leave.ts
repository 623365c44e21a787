/**
 * Leaves pages of the built app at random times during their work, in each engine, and checks that the next page works.
 *
 *   npm run build && npm run leave -- --times 30 --seed 1 --engine webkit
 */
import { parseArgs } from 'node:util';
import { Companion } from '../../e2e/support/companion.ts';
import { FaultyProxy } from '../../e2e/support/faulty-proxy.ts';
import globalSetup, { TEMPLATE_VARIABLE } from '../../e2e/support/global-setup.ts';
import { seededRandom } from '../../support/test/seeded-random.ts';
import { ENGINES, type Engine } from '../driver/engine.ts';
import { leaveTrials } from './leave-trials.ts';
import { isFine, summaryOf } from './summary.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string' },
  },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times must be a whole number greater than 0');
const engines = ENGINES.filter((engine) => values.engine === undefined || engine === values.engine);
if (engines.length === 0) throw new Error(`--engine must be one of ${ENGINES.join(', ')}`);

const removeTemplate = await globalSetup();
try {
  for (const engine of engines) await tryIn(engine);
} finally {
  await removeTemplate();
}

async function tryIn(engine: Engine): Promise<void> {
  // As shipped: without keys for creates, the app would search for a create with a lost answer for a minute.
  const env = { EXTENSIONS: 'all' };
  const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE], env });
  const proxy = await FaultyProxy.create(server.port);
  try {
    const random = seededRandom(Number(values.seed));
    const outcome = await leaveTrials({ engine, server, proxy, times, random });
    console.log(summaryOf(engine, outcome));
    if (!isFine(outcome)) process.exitCode = 1;
  } finally {
    await proxy.close();
    await server.remove();
  }
}
