import { type Clock, delay } from '../domain/ports.ts';

/** `little`: warn, then go on. `none`: do not open the camera, because its photos could not be kept. */
export type PhotoRoom = 'enough' | 'little' | 'none';

/** In bytes. About 400 photos, and about 80. */
const LITTLE = 300_000_000;
const NONE = 60_000_000;

/** Some browsers never answer. */
const ANSWER_LIMIT_MS = 2000;

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

interface Device {
  readonly clock: Clock;
  persistStorage(): Promise<boolean>;
  storageUse(): Promise<Use | null>;
}

/** Called before the camera or the file picker opens. Never rejects. */
export async function photoRoom(device: Device): Promise<PhotoRoom> {
  // Not awaited, because Firefox asks the user first. Refused or failed: photos are then kept as all other data is.
  device.persistStorage().catch(() => {});
  const answered = new AbortController();
  const use = await Promise.race([
    device.storageUse().catch(() => null),
    delay(device.clock, ANSWER_LIMIT_MS, answered.signal).then(() => null),
  ]);
  answered.abort();
  return judgeRoom(use);
}
