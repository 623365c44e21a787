import { customerSpec } from '../../src/domain/customer.ts';
import type { Line } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BuiltServer } from './built-server.ts';
import type { Changes } from './changes-page.ts';
import { LeastServer } from './least-server.ts';
import type { LinkOptions } from './link.ts';
import { replay } from './replay.ts';
import { openSignIn, signInAs, upToDate } from './screens.ts';

const BATCH = '/api/v1/sync/batch/';

interface Batches {
  readonly script: string;
  readonly changes: Changes;
  readonly link: LinkOptions;
}

/**
 * Compares the app's `batch` requests with one call that sends all changes to a server that has the answer ready. That
 * call needs one handshake, and the same bytes each way.
 */
export async function batchLine(
  { script, changes, link }: Batches,
  line: Pick<Line, 'goal' | 'name' | 'atMost'>,
): Promise<Line> {
  const server = await BuiltServer.open({ customers: changes.edited, others: 0 });
  const browser = await AppBrowser.start();
  const app = await browser.open();
  const [call, answer] = await oneCall(server, changes);
  const least = await LeastServer.open({ [BATCH]: answer });
  try {
    await openSignIn(app, server);
    await signInAs(app, server.user);
    await upToDate(app.page);
    const bare = await browser.open();
    const [ours = [], values = []] = await interleaved(rounds(), [
      async () => {
        server.setLink(null);
        await app.page.goto(`${server.app}/customers`);
        await app.page.bringToFront();
        await upToDate(app.page);
        const online = async (): Promise<void> => server.setLink(link);
        return (await replay(browser, app, { script, changes, online })).ms;
      },
      async () => {
        // Otherwise the app would read its changes back during the next measurement.
        await app.page.goto('about:blank');
        least.setLink(null);
        await bare.page.goto(least.blank);
        least.setLink(link);
        return timeOf(bare, call);
      },
    ]);
    return { ...line, unit: 'ms', ours, against: { name: 'handshake and one call', values } };
  } finally {
    await browser.close();
    least.close();
    await server.close();
  }
}

/** Returns the body of a call with changes like these, and the answer to it. */
async function oneCall(
  server: BuiltServer,
  { creates, edits }: Changes,
): Promise<readonly [call: string, answer: string]> {
  const resource = 'customers';
  const blank = customerSpec.blank({ now: 0, random: 0 });
  const rows = (await server.rows(resource)) as readonly { readonly id: number }[];
  const made = Array.from({ length: creates }, (_, n) => ({
    id: `019bc0e2-1e38-7b64-bafe-${String(n).padStart(12, '0')}`,
    method: 'POST',
    resource,
    body: {
      ...customerSpec.encode(
        { ...blank, first_name: 'Nora', last_name: `Vance ${n}`, email: `nora.least.${n}@example.com` },
        'create',
      ),
      client_uid: `019bc0e2-1e38-7bd1-94dc-${String(n).padStart(12, '0')}`,
    },
  }));
  const edited = Array.from({ length: edits }, (_, n) => ({
    id: `019bc0e2-1e38-79a1-a1d2-${String(n).padStart(12, '0')}`,
    method: 'PATCH',
    resource,
    record: rows[n % rows.length]?.id,
    body: { city: `Town ${n} of ${Date.now()}` },
  }));
  const mutations = [...made, ...edited];
  const results: unknown[] = [];
  for (let from = 0; from < mutations.length; from += 200) {
    const body = JSON.stringify({ mutations: mutations.slice(from, from + 200) });
    const answer: unknown = JSON.parse(await server.client.must({ method: 'POST', path: BATCH, body }));
    results.push(...(answer as { readonly results: readonly unknown[] }).results);
  }
  return [JSON.stringify({ mutations }), JSON.stringify({ results })];
}

/** In ms, including the time to open the connection. */
function timeOf({ page }: MeasuredPage, body: string): Promise<number> {
  return page.evaluate(
    async ([path, sent]) => {
      const started = performance.now();
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: sent,
      });
      await answer.json();
      return performance.now() - started;
    },
    [BATCH, body] as const,
  );
}
