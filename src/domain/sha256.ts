import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hashing } from './ports.ts';

/** Returns 64 lowercase hex digits. Takes a second for a large photo on a slow phone: on a page, use `hashOf`. */
export function sha256Hex(bytes: ArrayBuffer): string {
  return bytesToHex(sha256(new Uint8Array(bytes)));
}

/** Hashes beside the page's thread where the device can. */
export function hashOf(device: Hashing, bytes: ArrayBuffer): Promise<string> {
  return device.hash(bytes).catch(() => sha256Hex(bytes));
}
