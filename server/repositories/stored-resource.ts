import type { ResourceSpec } from '../../src/domain/resource-spec.ts';

/** A field that is unique within a company, and its constraint. */
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

/** When this field is blank, the server draws the company's next free number: EST-000001. */
export interface Numbering {
  readonly field: string;
  readonly prefix: string;
  readonly digits: number;
  /** The column of `companies` with the last drawn number. */
  readonly counter: string;
}

export interface StoredResource {
  readonly spec: Pick<ResourceSpec, 'name' | 'path' | 'label' | 'blank'> & {
    readonly fieldNames: readonly string[];
  };
  /** Has a column for each field of the spec, and id, company_id, created_at, updated_at. */
  readonly table: string;
  /** Fields that the API sends in another form than their column holds. */
  readonly output?: Readonly<Record<string, { write(column: unknown): unknown }>>;
  readonly uniqueKeys: readonly UniqueKey[];
  readonly references: readonly ServerReference[];
  readonly numbering?: Numbering;
}
