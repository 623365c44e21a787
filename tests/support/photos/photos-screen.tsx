import { screen, waitFor } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { writeMeta } from '../../../src/db/meta-rows.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { seedAnns } from '../kinds/kinds.ts';
import { confirmedRecord, startApp, type TestRecords } from '../records/record-services.tsx';

interface Given {
  readonly address?: string;
  readonly keepsFiles?: boolean;
  /** Changes the device before the screen opens. */
  readonly before?: (records: TestRecords) => void | Promise<void>;
}

/** The photos of Ann's work order 1, without a connection. */
export async function openPhotos({
  address = '/work-orders/1?tab=photos',
  keepsFiles = true,
  before,
}: Given = {}) {
  const records = await seedAnns();
  await records.say({ reasons: ['offline'] });
  const features = keepsFiles ? ['attachments', 'client-uid', 'if-match'] : [];
  await sayFeatures(records, features);
  await before?.(records);
  const app = startApp(address, records);
  return { records, ...app };
}

export async function sayFeatures(records: TestRecords, features: readonly string[]): Promise<void> {
  const { relaxed } = records.services.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) => writeMeta(tx, { key: 'capabilities', features }));
}

/** Adds a photo that the server has, of work order 1. */
export async function seedPhoto(
  records: TestRecords,
  n: number,
  given: Readonly<Record<string, string>> = {},
): Promise<MirrorRecord> {
  const fields = {
    customer: null,
    project: null,
    estimate: null,
    work_order: '1',
    kind: 'photo',
    sha256: String(n).repeat(64).slice(0, 64),
    thumb_sha256: '',
    size: 1_000_000,
    media_type: 'image/jpeg',
    name: `IMG_${n}.jpg`,
    room: '',
    label: 'other',
    caption: '',
    taken_at: `2026-01-05T12:0${n}:00+00:00`,
    taken_by: 'Bo Diaz',
    latitude: null,
    longitude: null,
    accuracy: null,
    received_at: null,
    uploaded_by: '',
    ...given,
  };
  const record = confirmedRecord(100 + n, fields);
  await records.services.db.relaxed.attachments.add(record);
  return record;
}

/** The tiles, by their names. */
export function tiles(): string[] {
  return screen
    .queryAllByRole('button', { name: /^Open (?!navigation)/ })
    .map((tile) => tile.getAttribute('aria-label')?.replace(/^Open /, '') ?? '');
}

export async function tilesToBe(count: number): Promise<void> {
  await waitFor(() => {
    if (tiles().length !== count) throw new Error(`${tiles().length} tiles, not ${count}`);
  });
}

/** A phone, whose camera opens in the app. */
export function onTouchScreen(): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { navigator: { maxTouchPoints: number } } };
  };
  const { navigator } = happyDOM.settings;
  navigator.maxTouchPoints = 5;
  onTestFinished(() => {
    navigator.maxTouchPoints = 0;
  });
}
