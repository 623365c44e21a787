import type { ResourceSpec } from '../../src/domain/resource-spec.ts';

/** Unique within a company. */
export interface UniqueKey {
  readonly field: string;
  readonly constraint: string;
}

/** Holds the id of another record of the company. */
export interface ServerReference {
  readonly field: string;
  readonly column: string;
  /** The other table, and the foreign key's name. */
  readonly table: string;
  readonly constraint: string;
  /** True if the record is deleted with the other one. Otherwise it protects the other one from deletion. */
  readonly cascades?: true;
}

/** Holds the SHA-256 of a stored file. */
export interface FileReference {
  readonly field: string;
  /** The foreign key's name. */
  readonly constraint: string;
}

/** Draws the company's next number for a blank field: EST-000001. */
export interface Numbering {
  readonly field: string;
  readonly prefix: string;
  readonly digits: number;
  /** The column of `companies` with the last drawn number. */
  readonly counter: string;
}

export interface StoredResource {
  readonly spec: Pick<ResourceSpec, 'path' | 'label' | 'blank'> & {
    readonly name: string;
    readonly fieldNames: readonly string[];
  };
  /** Has a column for each field of the spec, and id, company_id, created_at, updated_at. */
  readonly table: string;
  /** Fields that the API sends in another form than their column holds. */
  readonly output?: Readonly<Record<string, { write(column: unknown): unknown }>>;
  readonly uniqueKeys: readonly UniqueKey[];
  readonly references: readonly ServerReference[];
  readonly files?: readonly FileReference[];
  readonly numbering?: Numbering;
}
