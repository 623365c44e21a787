import type { z } from 'zod';
import type { StoredResource } from '../repositories/stored-resource.ts';

/** Converts a column that the API sends in another form. */
export interface FieldOutput {
  readonly schema: z.ZodType;
  write(column: unknown): unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Defines routes, storage and API docs of one kind of record. A new kind needs a definition and a migration. */
export interface ServerResource extends StoredResource {
  /** The schema of a new record. For a change, all fields are optional. */
  readonly input: z.ZodObject;
  readonly output?: Readonly<Record<string, FieldOutput>>;
  /** Defaults for missing fields, where they differ from a blank form. */
  readonly defaults?: Values;
  /** A field may be blank only if its other field is not. */
  readonly blankWith?: Readonly<Record<string, string>>;
  /** References of which a record has at most one. A list needs one of them. */
  readonly parents?: readonly string[];
  /** Fields that are set once, when the record is created. */
  readonly fixed?: readonly string[];
  /** Computes missing fields of a new record. `input` validates the result. */
  readonly derive?: (fields: Values) => Values;
}
