import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { framePorts } from '../support/browser/frame-ports.ts';
import { card, check, FACTS, GIB, HOUR, keep, openReady } from '../support/records/ready.tsx';
import { type EngineWords, startApp, type TestRecords } from '../support/records/record-services.tsx';

describe('a check by a person', () => {
  test('ends green, with the time and the number of records', async () => {
    const records = await openReady();
    records.readiness.end = records.clock.now() + 30 * 24 * HOUR;
    await check(records);
    const shown = await card();
    expect(shown).toHaveTextContent(/Ready for no signal, \d+:\d\d [AP]M, 3 records/);
    expect(shown).toHaveAttribute('data-state', 'ready');
    expect(records.readiness.persistAsked).toBe(1);
  });

  test('says what was checked, and what cannot be known', async () => {
    const records = await openReady();
    records.storage = null;
    records.readiness.files = 'stored';
    const ports = framePorts({ install: { way: 'none' } });
    const { user } = await check(records, { props: { props: { ports } } });
    const shown = await card();
    await user.click(within(shown).getByRole('button', { name: 'What was checked' }));
    for (const words of [
      '3 records, as the server had them at ',
      'Which jobs are yours is not known, so no photos were fetched.',
      'Whether there is a newer version could not be seen.',
      'This server does not say how long you stay signed in.',
      'This browser does not say how much room there is.',
      'What others change later is not on this device.',
    ])
      expect(shown).toHaveTextContent(words);
    expect(within(shown).getAllByText('is not known for sure')).toHaveLength(4);
    const link = within(shown).getByRole('link', { name: 'Set your name in Settings' });
    expect(link).toHaveAttribute('href', '/settings');
  });

  test('claims nothing before the first', async () => {
    startApp('/sync', await openReady());
    expect(within(await card()).getByRole('heading')).toHaveTextContent(/^Ready for no signal\?$/);
  });

  test('names the seven days of a site on an iPhone, and how to install', async () => {
    const records = await openReady();
    records.storage = { used: 0, room: 10 * GIB, promised: false };
    const ports = framePorts({ install: { way: 'iphone-safari' } });
    const { user } = await check(records, { props: { props: { ports } } });
    const shown = await card();
    expect(shown).toHaveTextContent('Install the app, so that the browser keeps your data.');
    await user.click(within(shown).getByRole('button', { name: 'Install' }));
    expect(await screen.findByRole('dialog', { name: 'Install app' })).toBeVisible();
  });

  test('can be begun on Today', async () => {
    await check(await openReady(), { path: '/today' });
    expect(await card()).toHaveTextContent('Ready for no signal');
  });
});

test('a read that began shortly before is recent enough, and its time is said', async () => {
  const records = await openReady();
  const readAt = records.clock.now();
  act(() => records.clock.advance(60_000));
  await check(records, { answer: { pulledAt: readAt } });
  expect(await card()).toHaveAttribute('data-state', 'ready');
  const row = await records.services.db.relaxed.settings.get('ready');
  expect(row).toMatchObject({ facts: { data: { readAt, unread: [] } } });
});

test('Find begins a check, and shows it on Sync', async () => {
  const records = await openReady();
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('combobox'), 'signal');
  await user.click(await screen.findByRole('option', { name: 'Ready for no signal' }));
  await waitFor(() => expect(window.location.pathname).toBe('/sync'));
  expect(await card()).toHaveTextContent('Ready for no signal');
  expect(await records.services.db.relaxed.meta.get('syncRequested')).toBeDefined();
});

describe('the one thing to do', () => {
  interface Cause {
    readonly prepare?: (records: TestRecords) => void;
    readonly answer?: EngineWords;
    readonly button?: string;
  }

  test.each<[string, string | RegExp, Cause]>([
    [
      'a connection',
      /^There is no connection\..* Check again in a few minutes, where you have a signal\.$/,
      { answer: { reasons: ['offline'], pulledAt: 0 } },
    ],
    [
      'to sign in to the network',
      'This network asks you to sign in before it lets anything through. Sign in to the network or use another one, then check again.',
      { answer: { reasons: ['captivePortal'], pulledAt: 0 } },
    ],
    [
      'a sign-in',
      'Session expired. Please login again to send and fetch changes.',
      { answer: { reasons: ['signedOut'], pulledAt: 0 }, button: 'Sign in' },
    ],
    [
      'to wait until all lists are read',
      'Not everything was read: Customers, Projects, Estimates and Work Orders.',
      { answer: { pulledAt: 0, error: 'Failed to fetch customers' } },
    ],
    [
      'an address that keeps the app',
      'The app does not open without a connection here.',
      {
        prepare: ({ readiness }) => {
          readiness.files = 'none';
        },
      },
    ],
    [
      'to wait until the app is stored',
      'The app is not stored whole yet.',
      {
        prepare: ({ readiness }) => {
          readiness.files = 'missing';
        },
      },
    ],
    [
      'to wait until each part is stored',
      'The app is not stored whole yet.',
      {
        prepare: ({ readiness }) => {
          readiness.hasParts = false;
        },
      },
    ],
    [
      'to sign in before the session ends',
      /^Your sign-in ends .*\. After that, nothing is sent until you sign in again\.$/,
      {
        prepare: ({ readiness, clock }) => {
          readiness.end = clock.now() + HOUR;
        },
        button: 'Sign in again',
      },
    ],
    ['to set a wrong clock', /about 2 hours ahead/, { answer: { clockAhead: 2 * HOUR } }],
    [
      'to make room',
      'Only 100 MB are free on this device. Free some space.',
      {
        prepare: (records) => {
          records.storage = { used: 0, room: 100_000_000, promised: true };
        },
      },
    ],
  ])('is %s', async (_, words, { prepare, answer = {}, button }) => {
    const records = await openReady();
    prepare?.(records);
    await check(records, { answer });
    const shown = await card();
    expect(shown).toHaveAttribute('data-state', 'todo');
    expect(within(shown).getByText(words, { exact: false })).toBeVisible();
    const buttons = within(shown)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(buttons).toEqual([...(button ? [button] : []), 'Check now', 'What was checked']);
  });

  test('[H18] is to wait until a read has brought all of each list', async () => {
    const records = await openReady();
    await check(records, { answer: { complete: false, error: 'Failed to fetch customers' } });
    expect(await card()).toHaveTextContent('Not everything was read: Customers, Projects');
  });

  test('[H18] is a connection, although the clock was set back since the last read', async () => {
    const records = await openReady();
    const readAt = records.clock.now() + 4 * 60_000;
    await check(records, { answer: { reasons: ['offline'], pulledAt: readAt } });
    expect(await card()).toHaveTextContent('There is no connection.');
  });

  test.each([
    ['none', ['offline'], 0],
    ['none', [], 1],
    ['current', ['offline'], 1],
  ] as const)(
    'with the files %s and the pauses %j, parts are asked for %i times',
    async (files, reasons, loads) => {
      const records = await openReady();
      records.readiness.files = files;
      await check(records, { answer: reasons.length > 0 ? { reasons, pulledAt: 0 } : {} });
      expect(records.readiness.loads).toBe(loads);
    },
  );

  test('is to decide about a change that is stuck', async () => {
    const records = await openReady();
    await records.remember({ localId: '1', fields: { city: { base: '', value: 'Boise' } }, state: 'parked' });
    await check(records, { path: '/today' });
    const shown = await card();
    expect(shown).toHaveTextContent('1 thing on Sync needs your attention.');
    expect(within(shown).getByRole('link', { name: 'Open Sync' })).toHaveAttribute('href', '/sync');
  });

  test('[H18] is to answer what else Sync asks', async () => {
    const records = await openReady();
    const { meta } = records.services.db.strict;
    await meta.put({ key: 'settings', waiting: 0, asks: 1 });
    await meta.put({ key: 'evicted', at: 0, lost: 1, drafts: 0, rows: 0 });
    await check(records, { path: '/today' });
    expect(await card()).toHaveTextContent('2 things on Sync need your attention.');
  });

  test('is to make room, although the browser counts enough of it', async () => {
    const records = await openReady();
    await keep(records, { ...FACTS, at: records.clock.now() });
    const { user } = startApp('/sync', records);
    const button = await screen.findByRole('button', { name: 'Check now' });
    const full = new DOMException('full', 'QuotaExceededError');
    vi.spyOn(records.services.db.relaxed, 'transaction').mockRejectedValueOnce(full);
    act(() => records.clock.advance(1000));
    await user.click(button);
    await waitFor(async () => expect(await card()).toHaveTextContent('Only 0 kB are free on this device.'));
    expect(await card()).toHaveAttribute('data-state', 'todo');
  });

  test('is to wait until the app is stored, if the browser never says', async () => {
    const records = await openReady();
    records.readiness.loadParts = () => new Promise(() => {});
    await check(records, { step: 20_000 });
    expect(await card()).toHaveTextContent('The app is not stored whole yet.');
  });

  test('is to update the app, with the button of the update', async () => {
    const records = await openReady();
    records.readiness.files = 'update';
    let applied = 0;
    const update = {
      builds: 1,
      apply: () => {
        applied += 1;
      },
    };
    const { user } = await check(records, { props: { props: { update } } });
    const shown = await card();
    expect(shown).toHaveTextContent('A new version of the app is ready. Update before you drive off.');
    await user.click(within(shown).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(applied).toBe(1));
  });

  test('[H18] is to sign in again, which ends no session before the new one is there', async () => {
    const records = await openReady();
    records.readiness.end = records.clock.now() + HOUR;
    const { user, session } = await check(records);
    const button = within(await card()).getByRole('button', { name: 'Sign in again' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    expect(dialog).toHaveTextContent('You stay signed in while you do this.');
    expect(session.state.status).toBe('signedIn');
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(session.state.status).toBe('signedIn');
    await user.click(button);
    records.readiness.end = records.clock.now() + 30 * 24 * HOUR;
    await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByText('Checking…')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(session.attempts).toEqual([['maria', 'secret']]);
    // The screen below belongs to this account.
    expect(session.only).toBe('http://api.test|1');
  });
});
