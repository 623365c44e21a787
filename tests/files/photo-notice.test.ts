import { expect, test } from 'vitest';
import {
  type OriginalReason,
  PHOTO_ACCEPT,
  type PreparedPhoto,
  type RefusalReason,
} from '../../src/files/photo.ts';
import { photoNotice, roomNotice } from '../../src/files/photo-notice.ts';

const photo: PreparedPhoto = {
  file: { bytes: new ArrayBuffer(1), sha256: '0'.repeat(64), mediaType: 'image/jpeg' },
  thumb: null,
  takenAt: null,
  place: null,
};

const REFUSED: Readonly<Record<RefusalReason, RegExp>> = {
  empty: /^roof\.jpg is empty/,
  not_picture: /^roof\.jpg is not a photo/,
  unreadable: /^roof\.jpg could not be read/,
  too_large: /^roof\.jpg is larger than 25 MB/,
};

test.each(Object.entries(REFUSED))('a refusal says why: %s', (why, sentence) => {
  expect(photoNotice('roof.jpg', { outcome: 'refused', why: why as RefusalReason })).toMatch(sentence);
});

const KEPT: Readonly<Record<OriginalReason, string | null>> = {
  asked: null,
  small: null,
  no_preview: 'roof.jpg is kept unchanged. There is no preview on this device.',
  no_tools: 'roof.jpg is kept unchanged, because this browser could not make a smaller copy.',
  check_failed: 'roof.jpg is kept unchanged, because a smaller copy did not come out right.',
};

test.each(Object.entries(KEPT))(
  'a photo kept unchanged says why, unless that is usual: %s',
  (why, sentence) => {
    expect(photoNotice('roof.jpg', { outcome: 'original', why: why as OriginalReason, photo })).toBe(
      sentence,
    );
  },
);

test('a prepared photo says nothing', () => {
  expect(photoNotice('roof.jpg', { outcome: 'prepared', photo })).toBeNull();
});

test('a device with little room is warned about, and one with none says what to do', () => {
  expect(roomNotice('enough')).toBeNull();
  expect(roomNotice('little')).toMatch(/little room left/);
  expect(roomNotice('none')).toMatch(/no room for photos.*then try again/);
});

test('file inputs do not ask for HEIC, so that an iPhone converts it', () => {
  expect(PHOTO_ACCEPT.split(',')).toEqual(['image/jpeg', 'image/png', 'image/webp']);
});
