import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { ReadyFacts } from '../../../src/domain/ready.ts';
import { customers, type EngineWords, startApp, TestRecords } from './record-services.tsx';

export const HOUR = 3_600_000;
export const GIB = 2 ** 30;
export const card = () => screen.findByRole('region', { name: /[Rr]eady/ });

/** A device with three customers, on which nothing is wrong. */
export async function openReady(): Promise<TestRecords> {
  const records = await TestRecords.open();
  await records.seed(...customers(3));
  records.storage = { used: GIB, room: 10 * GIB, promised: true };
  return records;
}

interface Given {
  readonly path?: string;
  readonly press?: string;
  readonly props?: Parameters<typeof startApp>[2];
  /** How the engine answers. By default it reads every list. */
  readonly answer?: EngineWords;
  /** How far the clock goes between two looks, in ms. */
  readonly step?: number;
}

/** Has a person check, and waits for the result. */
export async function check(
  records: TestRecords,
  { path = '/sync', press = 'Check now', props, answer = {}, step = 500 }: Given = {},
) {
  const { clock, services } = records;
  const app = startApp(path, records, props);
  const button = await screen.findByRole('button', { name: press });
  act(() => clock.advance(1000));
  await app.user.click(button);
  const asked = async () => (await services.db.relaxed.meta.get('syncRequested'))?.at;
  await waitFor(async () => expect(await asked()).toBe(clock.now()));
  await records.say(answer);
  // The test's clock counts the wait for the lists.
  await waitFor(() => {
    act(() => clock.advance(step));
    expect(screen.queryByText('Checking…')).toBeNull();
    expect(document.querySelector('section[data-state]')).not.toBeNull();
  });
  return app;
}

/** Of a device on which nothing is wrong. */
export const FACTS: ReadyFacts = {
  at: 0,
  data: { held: null, unread: [], readAt: 0, records: 1204, jobs: null, missingPhotos: 0 },
  app: 'current',
  session: { endsAt: null },
  room: { free: GIB, promised: true },
  stuck: 0,
  clockAhead: 0,
};

export async function keep(records: TestRecords, facts: ReadyFacts): Promise<void> {
  await records.services.db.relaxed.settings.put({ key: 'ready', facts });
}
