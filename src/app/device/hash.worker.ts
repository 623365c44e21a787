import { sha256Hex } from '../../domain/sha256.ts';

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  self.postMessage(sha256Hex(data));
});
