import { readText } from '../domain/read-wire.ts';
import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

const NO_ENV = { now: 0, random: 0 };

/**
 * A record's fields fit to be drawn and edited: every field is there and holds what a blank record holds.
 * The device may keep a record that could not be read whole, and a screen must not break on it.
 */
export function readable(resource: ResourceName, fields: Fields): Fields {
  const whole: Record<string, FieldValue> = {};
  for (const [field, isText] of shapeOf(resource)) {
    const value = fields[field];
    if (isText) whole[field] = readText(value);
    else whole[field] = typeof value === 'string' || typeof value === 'number' ? value : null;
  }
  return whole;
}

type Shape = readonly (readonly [field: string, isText: boolean])[];
const shapes = new Map<ResourceName, Shape>();

/** Every field of a kind, and whether it is a text. Worked out once: lists and sorts ask for every record. */
function shapeOf(resource: ResourceName): Shape {
  const known = shapes.get(resource);
  if (known) return known;
  const blank: Fields = specOf(resource).blank(NO_ENV);
  const shape = Object.entries(blank).map(
    ([field, example]) => [field, typeof example === 'string'] as const,
  );
  shapes.set(resource, shape);
  return shape;
}

/** How a record is called in a sentence, whatever it holds. */
export function titleOf(resource: ResourceName, fields: Fields): string {
  return specOf(resource).title(readable(resource, fields));
}
