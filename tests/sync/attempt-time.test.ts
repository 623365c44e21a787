import { expect, it } from 'vitest';
import { pushMutation } from '../../src/sync/push/push.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { aSyncedTab, contextOf, edit, firstRow } from '../support/tab/scenario.ts';

it('an update whose answer got lost has 30 s when it is sent again, and 10 s before', async () => {
  const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
  tab.browser.setOnline(false);
  await tab.pass(500);
  await edit(tab, 1, { city: 'Reno' });
  const times: (number | undefined)[] = [];
  const context = contextOf(tab, async (request) => {
    if (request.method === 'GET') return jsonAnswer(200, firstRow(backend));
    times.push(request.timeoutMs);
    return { kind: 'noAnswer', cause: 'timeout' };
  });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const [queued] = await tab.outbox();
    if (queued) await pushMutation(context, queued, { stale: false });
  }
  expect(times).toEqual([10_000, 30_000]);
});
