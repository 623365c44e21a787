import { recordsOn } from '../e2e/support/held-records.ts';
import { DEVICE, expect, ONCE, SIZE, test } from './support/app-test.ts';
import { opened } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

test(
  `on ${DEVICE}, notes that the office adds to a job are kept together with those added here, without a question`,
  ONCE,
  async ({ server, tab }) => {
    const [order] = await recordsOn(server, 'workOrders');
    const path = `/api/v1/work-orders/work-orders/${String(order?.id)}/`;
    const office = (notes: string) => server.api(path, { method: 'PATCH', body: { notes } });
    await office('');
    await tab.resize(SIZE);
    await signIn(tab, `/work-orders/${String(order?.id)}`);
    await upToDate(tab);
    await tab.press('button', 'Edit');
    const dialog = await opened(tab, 'Edit Work Order');
    await office('Adjuster at 3');
    await tab.fill('Notes', 'Pump on', dialog);
    await tab.press('button', 'Update', dialog);
    await tab.seesNo(dialog);
    await upToDate(tab);
    const held = (await recordsOn(server, 'workOrders')).find(({ id }) => id === order?.id);
    expect(held?.['notes']).toBe('Adjuster at 3\nPump on');
    await tab.reads('Adjuster at 3');
  },
);
