import { recordsOn } from '../e2e/support/held-records.ts';
import { expect, SIZES, test } from './support/app-test.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, offlineReady, upToDate } from './support/sync.ts';

test.for(SIZES)(
  'on %s, without a server, a job is begun with two taps, a note is added, and all of it arrives as text',
  async ([, size], { server, tab }) => {
    const [order] = (await recordsOn(server, 'workOrders')).filter(({ status }) => status === 'assigned');
    const path = `/api/v1/work-orders/work-orders/${String(order?.id)}/`;
    await server.api(path, { method: 'PATCH', body: { notes: 'Call before arriving.' } });
    await tab.resize(size);
    await signIn(tab, `/work-orders/${String(order?.id)}`);
    await upToDate(tab);
    await offlineReady(tab);
    await server.kill();

    await tab.press('button', 'On the way');
    await tab.press('button', 'Start');
    await tab.press('button', 'Add note');
    await tab.fill('Note', 'Wall open behind the washer.');
    await tab.press('button', 'Save note');
    await tab.seesNo({ role: 'button', name: 'Save note' });
    await tab.reads('Wall open behind the washer.');

    await server.start();
    await connectionBack(tab);
    await upToDate(tab);
    const held = (await recordsOn(server, 'workOrders')).find(({ id }) => id === order?.id);
    expect(held?.['status']).toBe('in_progress');
    expect(held?.['notes']).toMatch(
      /^Call before arriving\.\n--- Job ---\nOn the way: .+\nStarted: .+\n--- Log ---\n.+: Wall open behind the washer\.$/,
    );
  },
);
