import type { z } from 'zod';
import type { StoredResource } from '../repositories/stored-resource.ts';

/** How the API sends a field that its column holds in another form. */
export interface FieldOutput {
  readonly schema: z.ZodType;
  write(column: unknown): unknown;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * What the server knows of one kind of record on top of its spec. Routes, storage and the API page are made
 * from it; a new kind of record is one more of these and a migration.
 */
export interface ServerResource extends StoredResource {
  /** Reads what a client sends into what columns take: a new record whole, a change with nothing required. */
  readonly input: z.ZodObject;
  readonly output?: Readonly<Record<string, FieldOutput>>;
  /** Where a field that is left out becomes something else than a form's blank one. */
  readonly defaults?: Values;
  /** Fields that a new record's body left out and that follow from the others; read by `input` in their turn. */
  readonly derive?: (fields: Values) => Values;
}
