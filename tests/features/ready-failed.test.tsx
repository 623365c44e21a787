import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkReadyByItself } from '../../src/records/ready/check-ready.ts';
import { card, check, FACTS, HOUR, keep, openReady } from '../support/records/ready.tsx';
import { startApp, type TestRecords } from '../support/records/record-services.tsx';

const WORDS =
  'The check did not finish, so it is not known whether everything is on this device. Nothing is lost. Check again.';
const ERROR = new TypeError('a fault');

/** Each makes one look of a check fail until the end of the fault. */
const FAULTS = {
  'the lists': ({ services }: TestRecords) =>
    vi.spyOn(services.db.relaxed.projects, 'count').mockRejectedValue(ERROR),
  'the files of the app': ({ readiness }: TestRecords) =>
    vi.spyOn(readiness, 'appFiles').mockRejectedValue(ERROR),
  'the room': ({ services }: TestRecords) => vi.spyOn(services, 'storageUse').mockRejectedValue(ERROR),
  'the session': ({ readiness }: TestRecords) =>
    vi.spyOn(readiness, 'sessionLife').mockImplementation(() => {
      throw ERROR;
    }),
} as const;

type Look = keyof typeof FAULTS;

async function openGreen(): Promise<TestRecords> {
  const records = await openReady();
  await keep(records, { ...FACTS, at: records.clock.now() - HOUR });
  return records;
}

test.each(Object.keys(FAULTS) as Look[])(
  '[H18] an error in a look at %s is said, and an earlier result does not stand in for it',
  async (look) => {
    const records = await openGreen();
    const fault = FAULTS[look](records);
    const { user } = await check(records);
    const shown = await card();
    expect(shown).toHaveAttribute('data-state', 'todo');
    expect(shown).toHaveTextContent(WORDS);
    // After a reload too.
    expect(await records.services.db.relaxed.settings.get('ready')).toMatchObject({
      facts: { isCutShort: true },
    });
    fault.mockRestore();
    await user.click(within(shown).getByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(screen.getByText('Checking…')).toBeVisible());
    await records.say({});
    await waitFor(async () => {
      act(() => records.clock.advance(500));
      expect(await card()).toHaveAttribute('data-state', 'ready');
    });
  },
);

test('what is known after an error is said, and what was not looked at', async () => {
  const records = await openGreen();
  FAULTS['the room'](records);
  const { user } = await check(records);
  const shown = await card();
  await user.click(within(shown).getByRole('button', { name: 'What was checked' }));
  expect(shown).toHaveTextContent('All of it is stored, and the server has no newer version.');
  expect(within(shown).getAllByText('was not checked')).toHaveLength(1);
});

test('a look that ends after an error does not begin a check that never ends', async () => {
  const records = await openGreen();
  const fault = FAULTS['the lists'](records);
  let finish = (): void => {};
  records.readiness.loadParts = () =>
    new Promise((resolve) => {
      finish = () => resolve(true);
    });
  const { user } = startApp('/sync', records);
  await user.click(await screen.findByRole('button', { name: 'Check now' }));
  await screen.findByText('Checking…');
  await records.say({});
  await waitFor(() => {
    act(() => records.clock.advance(500));
    expect(fault).toHaveBeenCalled();
  });
  finish();
  await waitFor(async () => expect(await card()).toHaveTextContent(WORDS));
  expect(screen.queryByText('Checking…')).toBeNull();
});

test('[H18] an error in the check of the day is said, and the check runs again later', async () => {
  const records = await openReady();
  const fault = FAULTS['the room'](records);
  startApp('/sync', records);
  await card();
  const first = records.clock.now();
  await act(() => checkReadyByItself(records.services, 'maria', first));
  await waitFor(async () => expect(await card()).toHaveTextContent(WORDS));
  fault.mockRestore();
  act(() => records.clock.advance(HOUR));
  await records.say({});
  await act(() => checkReadyByItself(records.services, 'maria', records.clock.now()));
  await waitFor(async () => expect(await card()).toHaveAttribute('data-state', 'ready'));
});

test('[H18] a device that cannot store the error says it all the same', async () => {
  const records = await openGreen();
  const { settings } = records.services.db.relaxed;
  FAULTS['the room'](records);
  vi.spyOn(settings, 'put').mockRejectedValue(ERROR);
  await check(records);
  expect(await card()).toHaveTextContent(WORDS);
});
