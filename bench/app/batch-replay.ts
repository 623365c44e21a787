import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DEMO_SIGN_IN } from '../../server/seed/seed-demo.ts';
import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { Client } from '../server/load.ts';
import { startServer } from '../server/programs.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import type { Changes } from './changes-page.ts';
import { SLOW_LINK } from './link.ts';
import { LinkedPort } from './linked-port.ts';
import { replay } from './replay.ts';
import { openSignIn, signInAs, upToDate } from './screens.ts';

/** The companion server takes no more in one call. */
const BATCH_MAX = 200;
const BATCH_PATH = '/api/v1/sync/batch/';

/** The same changes by the companion server's `batch`, beside all of them in calls that go out at once. */
export async function batchLine(script: string, changes: Changes, rounds: number): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  const server = await startServer({ DATA_DIR: folder, STATIC_DIR: 'dist' });
  const front = inFrontOf(server.url);
  const browser = await AppBrowser.start();
  try {
    const address = await front.listen();
    const { token, ids } = await fill(server.url, changes.edited);
    const [app, bare] = [await browser.open(), await browser.open()];
    await openSignIn(app, { app: address });
    await signInAs(app, DEMO_SIGN_IN);
    await upToDate(app.page);
    const [ours = [], least = []] = await interleaved(rounds, [
      async () => {
        front.setLink(null);
        await app.page.goto(`${address}/customers`);
        await app.page.bringToFront();
        await upToDate(app.page);
        const online = async (): Promise<void> => front.setLink(SLOW_LINK);
        return (await replay(browser, app, { script, changes, online })).ms;
      },
      async (round) => {
        front.setLink(null);
        // The app reads what the other one has sent; not while this is measured.
        await app.page.goto('about:blank');
        await bare.page.goto(`${address}/api/health/`);
        front.setLink(SLOW_LINK);
        return callsAtOnce(bare, token, callsOf(changes, ids, round));
      },
    ]);
    return {
      budget: 'B10',
      name: 'the same 500 by batches',
      unit: 'ms',
      ours,
      limit: { name: 'all of them in calls at once', values: least },
      bounds: 'limit',
      atMost: 2,
    };
  } finally {
    await browser.close();
    front.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function inFrontOf(url: string): LinkedPort {
  const { hostname, port } = new URL(url);
  return new LinkedPort((near) => {
    const far = connect(Number(port), hostname);
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('error', () => far.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
}

/** Signs in and makes customers to be edited. */
async function fill(url: string, customers: number): Promise<{ token: string; ids: readonly number[] }> {
  const stranger = new Client(url);
  const signedIn = await stranger.must({
    method: 'POST',
    path: '/api/v1/auth/token/',
    body: JSON.stringify(DEMO_SIGN_IN),
  });
  stranger.close();
  const { access: token } = z.object({ access: z.string() }).parse(JSON.parse(signedIn));
  const client = new Client(url, { authorization: `Bearer ${token}` });
  const ids: number[] = [];
  for (const call of callsOf({ creates: customers, edits: 0 }, [], -2)) {
    const text = await client.must({ method: 'POST', path: BATCH_PATH, body: call });
    const { results } = z
      .object({ results: z.array(z.object({ body: z.object({ id: z.int() }) })) })
      .parse(JSON.parse(text));
    ids.push(...results.map(({ body }) => body.id));
  }
  client.close();
  return { token, ids };
}

/** The bodies of as few calls as the server takes. */
function callsOf(
  { creates, edits }: Pick<Changes, 'creates' | 'edits'>,
  ids: readonly number[],
  round: number,
): readonly string[] {
  const made = Array.from({ length: creates }, (_, n) => ({
    id: `create${n}`,
    method: 'POST',
    resource: 'customers',
    body: {
      first_name: 'Nora',
      last_name: `Vance ${n}`,
      email: `nora.${round}.${n}@example.com`,
      city: 'Reno',
      client_uid: randomUUID(),
    },
  }));
  const edited = Array.from({ length: edits }, (_, n) => ({
    id: `edit${n}`,
    method: 'PATCH',
    resource: 'customers',
    record: ids[n % ids.length],
    body: { city: `Town ${n} of ${round}` },
  }));
  const all = [...made, ...edited];
  return Array.from({ length: Math.ceil(all.length / BATCH_MAX) }, (_, call) =>
    JSON.stringify({ mutations: all.slice(call * BATCH_MAX, (call + 1) * BATCH_MAX) }),
  );
}

/** Until the last of them has been answered, in ms. */
function callsAtOnce({ page }: MeasuredPage, token: string, calls: readonly string[]): Promise<number> {
  return page.evaluate(
    async ({ path, headers, bodies }) => {
      const started = performance.now();
      const answers = bodies.map((body) => fetch(path, { method: 'POST', headers, body }));
      for (const answer of await Promise.all(answers)) {
        if (!answer.ok) throw new Error(`A batch was answered with ${answer.status}`);
        await answer.text();
      }
      return performance.now() - started;
    },
    {
      path: BATCH_PATH,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      bodies: calls,
    },
  );
}
