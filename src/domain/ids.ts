import type { Random } from './ports.ts';

const HEX = '0123456789abcdef';

/**
 * A UUID of version 7 (RFC 9562): 48 bits of `now` in ms, so that ids sort by when they were made, and
 * 74 random bits. Made from a plain random source because crypto.randomUUID is missing on plain http.
 */
export function uuidv7(now: number, random: Random): string {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  const digits = (count: number): string =>
    Array.from({ length: count }, () => HEX[Math.floor(random() * 16)]).join('');
  const variant = HEX[8 + Math.floor(random() * 4)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}

/** Returns the device time in ms of a version 7 UUID; NaN for another id. */
export function timeOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Returns the local id of a record that is first seen on the server. */
export function localIdOf(serverId: number | string): string {
  return String(serverId);
}

export const ACCOUNT_DATABASE_PREFIX = 'restoration-crm-account-';

/** Keys in a tab's storage that a page leaves for the next one. */

/** Holds what stood in the open forms. */
export const LEFT_FORMS = 'left-forms';
/** Set when the browser restores a page, which reloads: its forms open again. */
export const CAME_BACK = 'came-back';
