import type { Random } from './ports.ts';
import type { ServerId } from './resource-spec.ts';

const HEX = '0123456789abcdef';

/**
 * Makes a version 7 UUID (RFC 9562): the time in ms, by which ids sort, and 74 random bits. Browsers have no
 * crypto.randomUUID on plain http.
 */
export function uuidv7(now: number, random: Random): string {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  const digits = (count: number): string =>
    Array.from({ length: count }, () => HEX[Math.floor(random() * 16)]).join('');
  const variant = HEX[8 + Math.floor(random() * 4)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}

const UUID_7 = /^([\da-f]{8})-([\da-f]{4})-7/;

/** Returns device time in ms; null for anything but a version 7 UUID. */
export function timeOfUuid(id: string): number | null {
  const digits = UUID_7.exec(id)?.slice(1).join('');
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

export function localIdOf(serverId: number | string): string {
  return String(serverId);
}

interface RowIds {
  readonly localId: string;
  readonly serverId?: ServerId | undefined;
}

/** Returns true if the record came from the server, not from a create on this device. */
export function isForeignRow({ localId, serverId }: RowIds): boolean {
  return serverId !== undefined && localId === String(serverId);
}

export const ACCOUNT_DATABASE_PREFIX = 'restoration-crm-account-';

/** The sessionStorage key for forms that were open when the page was left. */
export const LEFT_FORMS = 'left-forms';
