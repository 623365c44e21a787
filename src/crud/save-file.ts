import type { Clock } from '../domain/ports.ts';

/** Safari reads the content some time after the click. */
const KEPT_MS = 60_000;

export function saveFile(name: string, content: Blob, clock: Clock): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  keepAddress(address, clock);
}

/** Keeps an object URL until the browser has surely read it. */
export function keepAddress(address: string, clock: Clock): void {
  clock.setTimer(() => URL.revokeObjectURL(address), KEPT_MS);
}
