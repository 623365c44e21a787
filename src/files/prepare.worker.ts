import type { PhotoWork } from './photo.ts';
import { preparePhoto } from './prepare-photo.ts';

// Decoding and hashing a photo would stop the page for a second.
self.addEventListener('message', ({ data }: MessageEvent<{ bytes: ArrayBuffer; size: PhotoWork }>) => {
  preparePhoto(data.bytes, data.size).then(
    (outcome) => self.postMessage({ outcome }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  );
});
