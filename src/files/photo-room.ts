/** `little`: warn, then go on. `none`: do not open the camera, because its photos could not be kept. */
export type PhotoRoom = 'enough' | 'little' | 'none';

/** In bytes. About 400 photos, and about 80. */
const LITTLE = 300_000_000;
const NONE = 60_000_000;

interface Use {
  readonly used: number;
  readonly room: number;
}

/** @param use null if the browser does not say */
export function judgeRoom(use: Use | null): PhotoRoom {
  const left = use ? use.room - use.used : Infinity;
  if (left < NONE) return 'none';
  return left < LITTLE ? 'little' : 'enough';
}
