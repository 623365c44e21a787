import type { z } from 'zod';
import type { StoredResource } from '../repositories/stored-resource.ts';

/** Converts a field that its column stores in another form than the API sends. */
export interface FieldOutput {
  readonly schema: z.ZodType;
  write(column: unknown): unknown;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Describes one kind of record to the server, in addition to its spec. Routes, storage and the API page are
 * generated from it; a new kind of record is one more of these and a migration.
 */
export interface ServerResource extends StoredResource {
  /** Turns input into column values: for a new record as it is, for a change with all fields optional. */
  readonly input: z.ZodObject;
  readonly output?: Readonly<Record<string, FieldOutput>>;
  /** Values of missing fields that differ from those of a blank form. */
  readonly defaults?: Values;
  /** Fields that may be blank only where another one is not. */
  readonly blankWith?: Readonly<Record<string, string>>;
  /** Computes missing fields of a new record from the others; `input` validates the result. */
  readonly derive?: (fields: Values) => Values;
}
