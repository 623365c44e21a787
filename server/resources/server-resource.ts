import type { z } from 'zod';
import type { StoredResource } from '../repositories/stored-resource.ts';

/** Converts a column that the API sends in another form. */
export interface FieldOutput {
  readonly schema: z.ZodType;
  write(column: unknown): unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Routes, storage and the API page follow from it. A new kind of record is one more of these and a migration. */
export interface ServerResource extends StoredResource {
  /** Reads a new record; for a change, all fields are optional. */
  readonly input: z.ZodObject;
  readonly output?: Readonly<Record<string, FieldOutput>>;
  /** Values of missing fields that differ from those of a blank form. */
  readonly defaults?: Values;
  /** May be blank only where the other field is not. */
  readonly blankWith?: Readonly<Record<string, string>>;
  /** Computes missing fields of a new record. `input` validates the result. */
  readonly derive?: (fields: Values) => Values;
}
