import type { z } from 'zod';
import type { ResourceSpec } from '../../src/domain/resource-spec.ts';

/** A field that is unique within a company, and the name of the constraint that makes it so. */
export interface UniqueKey {
  readonly field: string;
  readonly constraint: string;
}

/** A field that holds the id of another record of the company. */
export interface ServerReference {
  readonly field: string;
  readonly column: string;
  /** The table of the other record, and the name of the foreign key to it. */
  readonly table: string;
  readonly constraint: string;
}

/** A field whose blank value has the server draw the company's next free number: EST-000001. */
export interface Numbering {
  readonly field: string;
  readonly prefix: string;
  readonly digits: number;
  /** The column of `companies` with the last number that was drawn. */
  readonly counter: string;
}

/** How a field leaves that its column holds in another form. */
export interface FieldOutput {
  readonly schema: z.ZodType;
  write(column: unknown): unknown;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * What the server knows of one kind of record on top of its spec. Routes, storage and the API page are made
 * from it; a new kind of record is one more of these and a migration.
 */
export interface ServerResource {
  readonly spec: Pick<ResourceSpec, 'name' | 'path' | 'label' | 'blank'> & {
    readonly fields: readonly string[];
  };
  /** Has a column for each field of the spec, and id, company_id, created_at, updated_at. */
  readonly table: string;
  /** Reads what a client sends into what columns take: a new record whole, a change with nothing required. */
  readonly input: z.ZodObject;
  readonly output?: Readonly<Record<string, FieldOutput>>;
  /** Where a field that is left out becomes something else than a form's blank one. */
  readonly defaults?: Values;
  /** Fields that a new record's body left out and that follow from the others; read by `input` in their turn. */
  readonly derive?: (fields: Values) => Values;
  readonly uniqueKeys: readonly UniqueKey[];
  readonly references: readonly ServerReference[];
  readonly numbering?: Numbering;
}
