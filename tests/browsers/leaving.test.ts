import { onTestFinished } from 'vitest';
import { Companion } from '../e2e/support/companion.ts';
import { FaultyProxy } from '../e2e/support/faulty-proxy.ts';
import { TEMPLATE_VARIABLE } from '../e2e/support/global-setup.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { leaveTrials } from './leaving/leave-trials.ts';
import { isFine, summaryOf } from './leaving/summary.ts';
import { engine, expect, ONCE, test } from './support/app-test.ts';

const TIMES = 3;
const SEED = 1;

test(
  'after a page is left during a first download, a replay or a save, the next page works; nothing is lost or doubled',
  ONCE,
  async () => {
    const env = { EXTENSIONS: 'all' };
    const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE], env });
    onTestFinished(() => server.remove());
    const proxy = await FaultyProxy.create(server.port);
    onTestFinished(() => proxy.close());
    const random = seededRandom(SEED);
    const outcome = await leaveTrials({ engine, server, proxy, times: TIMES, random });
    expect(isFine(outcome), summaryOf(engine, outcome)).toBe(true);
  },
);
