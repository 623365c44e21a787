import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ReadyFacts } from '../../src/domain/ready.ts';
import { checkReadyByItself } from '../../src/records/ready/check-ready.ts';
import { framePorts } from '../support/browser/frame-ports.ts';
import { customers, type EngineWords, startApp, TestRecords } from '../support/records/record-services.tsx';

const HOUR = 3_600_000;
const GIB = 2 ** 30;
const card = () => screen.findByRole('region', { name: /[Rr]eady/ });

async function open(): Promise<TestRecords> {
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
}

async function check(
  records: TestRecords,
  { path = '/sync', press = 'Check now', props, answer = {} }: Given = {},
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
    act(() => clock.advance(500));
    expect(screen.queryByText('Checking…')).toBeNull();
    expect(document.querySelector('section[data-state]')).not.toBeNull();
  });
  return app;
}

describe('a check by a person', () => {
  test('ends green, with the time and the number of records', async () => {
    const records = await open();
    records.readiness.end = records.clock.now() + 30 * 24 * HOUR;
    await check(records);
    const shown = await card();
    expect(shown).toHaveTextContent(/Ready for no signal, \d+:\d\d [AP]M, 3 records/);
    expect(shown).toHaveAttribute('data-state', 'ready');
    expect(records.readiness.persistAsked).toBe(1);
  });

  test('says what was checked, and what cannot be known', async () => {
    const records = await open();
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
  });

  test('names the seven days of a site on an iPhone, and how to install', async () => {
    const records = await open();
    records.storage = { used: 0, room: 10 * GIB, promised: false };
    const ports = framePorts({ install: { way: 'iphone-safari' } });
    const { user } = await check(records, { props: { props: { ports } } });
    const shown = await card();
    expect(shown).toHaveTextContent('Install the app, so that the browser keeps your data.');
    await user.click(within(shown).getByRole('button', { name: 'Install' }));
    expect(await screen.findByRole('dialog', { name: 'Install app' })).toBeVisible();
  });

  test('can be begun on Today', async () => {
    await check(await open(), { path: '/today' });
    expect(await card()).toHaveTextContent('Ready for no signal');
  });
});

test('a read that began shortly before is recent enough, and its time is said', async () => {
  const records = await open();
  const readAt = records.clock.now();
  act(() => records.clock.advance(60_000));
  await check(records, { answer: { pulledAt: readAt } });
  expect(await card()).toHaveAttribute('data-state', 'ready');
  const row = await records.services.db.relaxed.settings.get('ready');
  expect(row).toMatchObject({ facts: { data: { readAt, unread: [] } } });
});

test('Find begins a check, and shows it on Sync', async () => {
  const records = await open();
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
    ['a connection', 'There is no connection.', { answer: { reasons: ['offline'], pulledAt: 0 } }],
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
    const records = await open();
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
    const records = await open();
    await check(records, { answer: { complete: false, error: 'Failed to fetch customers' } });
    expect(await card()).toHaveTextContent('Not everything was read: Customers, Projects');
  });

  test('[H18] is a connection, although the clock was set back since the last read', async () => {
    const records = await open();
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
      const records = await open();
      records.readiness.files = files;
      await check(records, { answer: reasons.length > 0 ? { reasons, pulledAt: 0 } : {} });
      expect(records.readiness.loads).toBe(loads);
    },
  );

  test('is to decide about a change that is stuck', async () => {
    const records = await open();
    await records.remember({ localId: '1', fields: { city: { base: '', value: 'Boise' } }, state: 'parked' });
    await check(records, { path: '/today' });
    const shown = await card();
    expect(shown).toHaveTextContent('1 thing on Sync needs your attention.');
    expect(within(shown).getByRole('link', { name: 'Open Sync' })).toHaveAttribute('href', '/sync');
  });

  test('[H18] is to answer what else Sync asks', async () => {
    const records = await open();
    const { meta } = records.services.db.strict;
    await meta.put({ key: 'settings', waiting: 0, asks: 1 });
    await meta.put({ key: 'evicted', at: 0, lost: 1 });
    await check(records, { path: '/today' });
    expect(await card()).toHaveTextContent('2 things on Sync need your attention.');
  });

  test('is to make room, although the browser counts enough of it', async () => {
    const records = await open();
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
    const records = await open();
    records.readiness.loadParts = () => new Promise(() => {});
    await check(records);
    expect(await card()).toHaveTextContent('The app is not stored whole yet.');
  });

  test('is to set a wrong clock', async () => {
    const records = await open();
    const { meta } = records.services.db.relaxed;
    startApp('/sync', records);
    const row = { key: 'engine', reasons: [], resumeAt: 0, throttledUntil: 0, clockAhead: 2 * HOUR } as const;
    const facts = { ...FACTS, at: records.clock.now(), clockAhead: 2 * HOUR };
    await meta.put(row);
    await keep(records, facts);
    await waitFor(async () => expect(await card()).toHaveTextContent('about 2 hours ahead'));
  });

  test('is to update the app, with the button of the update', async () => {
    const records = await open();
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
    const records = await open();
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

const FACTS: ReadyFacts = {
  at: 0,
  data: { held: null, unread: [], readAt: 0, records: 1204, jobs: null, missingPhotos: 0 },
  app: 'current',
  session: { endsAt: null },
  room: { free: GIB, promised: true },
  stuck: 0,
  clockAhead: 0,
};

async function keep(records: TestRecords, facts: ReadyFacts): Promise<void> {
  await records.services.db.relaxed.settings.put({ key: 'ready', facts });
}

describe('a result that was kept', () => {
  test('is shown with its time after a reload', async () => {
    const records = await open();
    await keep(records, { ...FACTS, at: records.clock.now() - HOUR });
    startApp('/sync', records);
    expect(await card()).toHaveTextContent(/Ready for no signal, .*, 1,204 records/);
  });

  test('is past once something could not be stored', async () => {
    const records = await open();
    await keep(records, { ...FACTS, at: records.clock.now() });
    startApp('/sync', records);
    await card();
    act(() => records.services.storageRoom.set('none'));
    await waitFor(async () =>
      expect(await card()).toHaveTextContent(/Ready at .*Something has changed since\./),
    );
  });

  test('is past on the next day', async () => {
    const records = await open();
    await keep(records, { ...FACTS, at: records.clock.now() - 24 * HOUR });
    startApp('/sync', records);
    const shown = await card();
    expect(shown).toHaveTextContent(/Ready at .*That was on another day\./);
    expect(shown).not.toHaveAttribute('data-state');
  });

  test('is past once a change needs a decision', async () => {
    const records = await open();
    await keep(records, { ...FACTS, at: records.clock.now() });
    startApp('/sync', records);
    expect(await card()).toHaveAttribute('data-state', 'ready');
    await records.remember({ localId: '1', fields: { city: { base: '', value: 'Boise' } }, state: 'parked' });
    await waitFor(async () =>
      expect(await card()).toHaveTextContent(/Ready at .*Something has changed since\./),
    );
  });

  test('is past once there is a new version of the app', async () => {
    const records = await open();
    await keep(records, { ...FACTS, at: records.clock.now() });
    startApp('/sync', records, { props: { update: { builds: 1, apply: () => {} } } });
    expect(await card()).toHaveTextContent(/Ready at .*Something has changed since\./);
  });
});

describe('the check of the day', () => {
  const kept = async ({ services }: TestRecords) => {
    const row = await services.db.relaxed.settings.get('ready');
    return row && 'facts' in row ? row.facts : null;
  };

  test('runs by itself after the lists were read, once a day in all tabs', async () => {
    const records = await open();
    startApp('/customers', records);
    await screen.findByRole('link', { name: /Nr1/ });
    act(() => records.clock.advance(1000));
    await records.say({});
    await waitFor(async () => {
      act(() => records.clock.advance(5000));
      expect(await kept(records)).toMatchObject({ stuck: 0, data: { records: 3 } });
    });
    // A browser may ask the user about this, so only a person begins it.
    expect(records.readiness.persistAsked).toBe(0);
    const first = await kept(records);
    act(() => records.clock.advance(1000));
    await checkReadyByItself(records.services, 'maria', records.clock.now());
    expect(await kept(records)).toEqual(first);
  });

  test('runs again without a reload once what was missing may have come', async () => {
    const records = await open();
    records.readiness.files = 'missing';
    startApp('/customers', records);
    await screen.findByRole('link', { name: /Nr1/ });
    for (const [files, advance] of [
      ['missing', 1000],
      ['current', 6 * 60_000],
    ] as const) {
      records.readiness.files = files;
      act(() => records.clock.advance(advance));
      await records.say({});
      await waitFor(async () => {
        act(() => records.clock.advance(5000));
        expect(await kept(records)).toMatchObject({ app: files });
      });
    }
  });

  test('runs again on the same day if a later read may find more', async () => {
    const records = await open();
    const at = records.clock.now();
    const data = {
      held: 'offline',
      unread: [],
      readAt: null,
      records: 3,
      jobs: null,
      missingPhotos: 0,
    } as const;
    await keep(records, { ...FACTS, at, data });
    expect(await checkReadyByItself(records.services, 'maria', at)).toBe(false);
    expect(await kept(records)).toMatchObject({ data: { held: null } });
  });

  test('is begun by one of two tabs, and again if that tab died', async () => {
    const records = await open();
    const { settings } = records.services.db.relaxed;
    const now = records.clock.now();
    await settings.put({ key: 'ready:claim', claimedAt: now });
    await checkReadyByItself(records.services, 'maria', now);
    expect(await kept(records)).toBeNull();
    await settings.put({ key: 'ready:claim', claimedAt: now - HOUR });
    await checkReadyByItself(records.services, 'maria', now);
    expect(await kept(records)).not.toBeNull();
    expect(await settings.get('ready:claim')).toBeUndefined();
  });
});
