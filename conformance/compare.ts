import type { Fields, ResourceName, Wire } from '../src/domain/resource-spec.ts';
import { specOf } from '../src/domain/resource-specs.ts';
import { shown } from './exchange.ts';

/**
 * Compares fields as the app does to recognize its own record: spaces are trimmed, amounts compare by value, and null,
 * '' and an absent field are equal.
 */
export function differences(resource: ResourceName, wire: Wire, sent: Fields): string[] {
  const { decode, sameValue } = specOf(resource);
  const copy = decode(wire);
  return Object.entries(sent)
    .filter(([field, value]) => !sameValue(field, copy[field], value))
    .map(([field, value]) => `${field}: sent ${shown(value)}, came back ${shown(wire[field])}`);
}

export function alsoChanged(resource: ResourceName, before: Wire, after: Wire, changed: string): string[] {
  const { decode, sameValue } = specOf(resource);
  const [was, is] = [decode(before), decode(after)];
  return Object.keys(was)
    .filter((field) => field !== changed && !sameValue(field, was[field], is[field]))
    .map((field) => `${field} was ${shown(before[field])} and is ${shown(after[field])}`);
}
