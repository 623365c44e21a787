import type { ServerId } from './resource-spec.ts';
import { sha256Hex } from './sha256.ts';

// Not in attachment.ts, which the app's start loads.

/** Tells one set of attachments from another, in a length that fits a URL. */
export function hashOfIds(ids: readonly ServerId[]): string {
  const text = ids.map(String).sort().join(',');
  return sha256Hex(new TextEncoder().encode(text).slice().buffer);
}
