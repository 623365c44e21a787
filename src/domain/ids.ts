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

/** The device time in ms that a UUID of version 7 begins with; NaN where `id` is none. */
export function timeOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The local id of a record first seen on the server: always the same for the same server id. */
export function localIdOf(serverId: number | string): string {
  return String(serverId);
}

/** Begins the name of every account's database. */
export const ACCOUNT_DATABASE_PREFIX = 'restoration-crm-account-';
