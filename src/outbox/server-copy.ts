import type { Fields, ResourceName, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import type { MirrorRecord } from './mirror-record.ts';
import type { Mutation } from './mutation.ts';

/** A server's record as the mirror keeps it. What the server left out stays as it was known before. */
export function serverCopyOf(resource: ResourceName, wire: WireRecord['wire'], known: Fields | null): Fields {
  const spec = specOf(resource);
  const copy: Record<string, Fields[string]> = { ...spec.decode(wire) };
  for (const field of spec.fields) {
    const before = known?.[field];
    if (!(field in wire) && before !== undefined) copy[field] = before;
  }
  return copy;
}

export function sameFields(a: Fields | null, b: Fields): boolean {
  return a !== null && Object.keys(b).every((field) => a[field] === b[field]);
}

/**
 * A moment that a server gives, in milliseconds since 1970; null where it gives none. Servers send an offset and
 * six digits of a second, or not: never compared as text.
 */
export function timeIn(wire: Wire, field: string): number | null {
  const text = wire[field];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/**
 * Whether a deletion is of another state of its record than the one that the server has, where it counts them: it
 * is of what the person saw, and they look again.
 */
export function isUnseen({ kind, over }: Pick<Mutation, 'kind' | 'over'>, record: MirrorRecord): boolean {
  return kind === 'delete' && over !== null && record.version !== undefined && record.version !== over;
}
