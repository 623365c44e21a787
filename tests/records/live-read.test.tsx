import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Databases } from '../../src/db/app-database.ts';
import { writeMeta } from '../../src/db/meta-rows.ts';
import type { AppDatabase } from '../../src/db/tables.ts';
import { liveRead } from '../../src/records/live-read.ts';
import { flush } from '../support/browser/flush.ts';
import { aDatabase, inTx } from '../support/browser/test-database.ts';

let db: Databases;
const read = vi.fn<(db: AppDatabase) => Promise<{ syncNow: unknown }>>(async ({ meta }) => ({
  syncNow: await meta.get('syncRequested'),
}));
const useSyncNow = liveRead(read);
const drawn = vi.fn<() => void>();

beforeEach(async () => {
  db = await aDatabase();
  read.mockClear();
  drawn.mockClear();
});

function Shown() {
  const value = useSyncNow(db);
  useEffect(drawn);
  return <p>{value === undefined ? 'not read' : JSON.stringify(value.syncNow ?? 'none')}</p>;
}

const write = (at: number): Promise<void> =>
  act(() => inTx(db.strict, (tx) => writeMeta(tx, { key: 'syncRequested', at })));

it('is undefined first, then the value in the database, and again after each write', async () => {
  render(<Shown />);
  expect(screen.getByText('not read')).toBeInTheDocument();
  expect(await screen.findByText('"none"')).toBeInTheDocument();
  await write(7);
  expect(await screen.findByText(/"at":7/)).toBeInTheDocument();
});

it('is shared by all components that show it, and draws nothing again for an equal value', async () => {
  render(
    <>
      <Shown />
      <Shown />
    </>,
  );
  expect(await screen.findAllByText('"none"')).toHaveLength(2);
  expect(read).toHaveBeenCalledTimes(1);
  await write(7);
  expect(await screen.findAllByText(/"at":7/)).toHaveLength(2);
  const before = drawn.mock.calls.length;
  await write(7);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3));
  await act(() => db.relaxed.meta.count());
  expect(drawn).toHaveBeenCalledTimes(before);
});

it('is not read after writes elsewhere, nor while no component shows it', async () => {
  const { unmount } = render(<Shown />);
  await screen.findByText('"none"');
  await act(() => inTx(db.strict, (tx) => writeMeta(tx, { key: 'leaving' })));
  unmount();
  await write(7);
  expect(read).toHaveBeenCalledTimes(1);
  render(<Shown />);
  expect(screen.getByText('not read')).toBeInTheDocument();
  expect(await screen.findByText(/"at":7/)).toBeInTheDocument();
});

/** Waits until the read was called `times` times and has answered. */
async function asked(times: number): Promise<void> {
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(times));
  await flush();
}

it('throws the error in the component, except for a closed database', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  read.mockRejectedValueOnce(Object.assign(new Error('closed'), { name: 'DatabaseClosedError' }));
  const { unmount } = render(<Shown />);
  await act(() => asked(1));
  expect(screen.getByText('not read')).toBeInTheDocument();
  unmount();
  read.mockRejectedValueOnce(new Error('the disk is gone'));
  render(<Shown />);
  await expect(act(() => asked(2))).rejects.toThrow('the disk is gone');
});

it('is read again if Dexie may have missed a write of another tab', async () => {
  render(<Shown />);
  await screen.findByText('"none"');
  const raw = db.relaxed.backendDB().transaction('meta', 'readwrite');
  raw.objectStore('meta').put({ key: 'syncRequested', at: 7 });
  await new Promise((resolve) => raw.addEventListener('complete', resolve));
  await act(flush);
  expect(screen.getByText('"none"')).toBeInTheDocument();
  await act(async () => db.changes.everything());
  expect(await screen.findByText(/"at":7/)).toBeInTheDocument();
});
