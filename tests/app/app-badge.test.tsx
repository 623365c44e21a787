import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { framePorts } from '../support/browser/frame-ports.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

test('the icon of the app counts what waits or needs a person, and nothing after a log-out', async () => {
  const records = await TestRecords.open();
  await records.seed(ann);
  const setBadge = vi.fn<(count: number) => void>();
  const { session } = startApp('/customers', records, { props: { ports: framePorts({ setBadge }) } });
  const shown = (count: number) => waitFor(() => expect(setBadge.mock.lastCall).toEqual([count]));
  await shown(0);
  await records.remember({ localId: '1', kind: 'update', state: 'queued' });
  await shown(1);
  const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
  await records.remember({ localId: '2', kind: 'create', state: 'parked', refusal });
  await shown(2);
  session.expire();
  await screen.findByRole('button', { name: 'Not now' });
  await shown(2);
  session.signOut();
  await shown(0);
});
