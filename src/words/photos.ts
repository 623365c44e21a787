import { sentences } from './sentences.ts';

export const refusedPhotoWords = sentences({
  empty: '{file} is empty. Take the photo again, or choose another file.',
  not_picture: '{file} is not a photo. Choose a JPEG, PNG, WebP or HEIC file.',
  unreadable: '{file} could not be read. Choose it again.',
  too_large: '{file} is larger than 25 MB. Choose a smaller photo.',
});

/** The photo is safe. These say what is different about it. */
export const originalPhotoWords = sentences({
  no_preview: '{file} is kept unchanged. There is no preview on this device.',
  no_tools: '{file} is kept unchanged, because this browser could not make a smaller copy.',
  check_failed: '{file} is kept unchanged, because a smaller copy did not come out right.',
});

export const photoRoomWords = sentences({
  little:
    'This device has little room left. Photos may soon not fit. Delete what you do not need, such as videos.',
  none: 'This device has no room for photos. Delete what you do not need, such as videos, then try again.',
});
