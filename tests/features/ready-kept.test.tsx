import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { checkReadyByItself } from '../../src/records/ready/check-ready.ts';
import { card, FACTS, HOUR, keep, openReady } from '../support/records/ready.tsx';
import { startApp, type TestRecords } from '../support/records/record-services.tsx';

describe('a result that was kept', () => {
  test('is shown with its time after a reload', async () => {
    const records = await openReady();
    await keep(records, { ...FACTS, at: records.clock.now() - HOUR });
    startApp('/sync', records);
    expect(await card()).toHaveTextContent(/Ready for no signal, .*, 1,204 records/);
  });

  test('is past once something could not be stored', async () => {
    const records = await openReady();
    await keep(records, { ...FACTS, at: records.clock.now() });
    startApp('/sync', records);
    await card();
    act(() => records.services.storageRoom.set('none'));
    await waitFor(async () =>
      expect(await card()).toHaveTextContent(/Ready at .*Something has changed since\./),
    );
  });

  test('is past on the next day', async () => {
    const records = await openReady();
    await keep(records, { ...FACTS, at: records.clock.now() - 24 * HOUR });
    startApp('/sync', records);
    const shown = await card();
    expect(shown).toHaveTextContent(/Ready at .*That was on another day\./);
    expect(shown).not.toHaveAttribute('data-state');
  });

  test('is past once a change needs a decision', async () => {
    const records = await openReady();
    await keep(records, { ...FACTS, at: records.clock.now() });
    startApp('/sync', records);
    expect(await card()).toHaveAttribute('data-state', 'ready');
    await records.remember({ localId: '1', fields: { city: { base: '', value: 'Boise' } }, state: 'parked' });
    await waitFor(async () =>
      expect(await card()).toHaveTextContent(/Ready at .*Something has changed since\./),
    );
  });

  test('is past once the connection that was missing is there', async () => {
    const records = await openReady();
    await records.say({ reasons: ['offline'] });
    await keep(records, { ...FACTS, at: records.clock.now(), data: OFFLINE });
    startApp('/sync', records);
    expect(await card()).toHaveTextContent('There is no connection.');
    await records.say({});
    await waitFor(async () =>
      expect(await card()).toHaveTextContent(/Not ready at .*Something has changed since\./),
    );
  });

  test('is past once there is a new version of the app', async () => {
    const records = await openReady();
    await keep(records, { ...FACTS, at: records.clock.now() });
    startApp('/sync', records, { props: { update: { builds: 1, apply: () => {} } } });
    expect(await card()).toHaveTextContent(/Ready at .*Something has changed since\./);
  });
});

const OFFLINE = {
  held: 'offline',
  unread: [],
  readAt: null,
  records: 3,
  jobs: null,
  missingPhotos: 0,
} as const;

describe('the check of the day', () => {
  const kept = async ({ services }: TestRecords) => {
    const row = await services.db.relaxed.settings.get('ready');
    return row && 'facts' in row ? row.facts : null;
  };

  test('runs by itself after the lists were read, once a day in all tabs', async () => {
    const records = await openReady();
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
    const records = await openReady();
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

  test('answers what a check by a person missed once a later read has ended, and not before', async () => {
    const records = await openReady();
    const at = records.clock.now();
    await keep(records, { ...FACTS, at, data: OFFLINE });
    await checkReadyByItself(records.services, 'maria', at - 60_000);
    expect(await kept(records)).toMatchObject({ at, data: { held: 'offline' } });
    act(() => records.clock.advance(1000));
    await records.say({});
    await checkReadyByItself(records.services, 'maria', records.clock.now());
    expect(await kept(records)).toMatchObject({ data: { held: null } });
  });

  test('does not replace what a person in another tab found meanwhile', async () => {
    const records = await openReady();
    const { settings } = records.services.db.relaxed;
    const at = records.clock.now();
    records.readiness.appFiles = async () => {
      await settings.put({ key: 'ready', facts: { ...FACTS, at, data: OFFLINE } });
      return 'current';
    };
    await checkReadyByItself(records.services, 'maria', at - 1000);
    expect(await kept(records)).toMatchObject({ data: { held: 'offline' } });
    expect(await settings.get('ready:claim')).toBeUndefined();
  });

  test('is begun by one of two tabs, and again if that tab died', async () => {
    const records = await openReady();
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
