/** `little`: warn, then go on. `none`: do not open the camera, because its photos could not be kept. */
export type PhotoRoom = 'enough' | 'little' | 'none';

/** In bytes. About 400 photos, and about 80. */
const LITTLE = 300_000_000;
const NONE = 60_000_000;

interface Use {
  readonly used: number;
  readonly room: number;
}

/** Returns how many bytes must be freed until there is enough room. @param use null if a save found the device full */
export function lackingRoom(use: Use | null): number {
  return use ? Math.max(0, LITTLE - (use.room - use.used)) : LITTLE;
}

/** @param use null if the browser does not say */
export function judgeRoom(use: Use | null): PhotoRoom {
  const left = use ? use.room - use.used : Infinity;
  if (left < NONE) return 'none';
  return left < LITTLE ? 'little' : 'enough';
}
