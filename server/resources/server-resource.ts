import type { z } from 'zod';
import type { ResourceSpec } from '../../src/domain/resource-spec.ts';

/** A field that is unique within a company, and the name of the constraint that makes it so. */
export interface UniqueKey {
  readonly field: string;
  readonly constraint: string;
}

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
  /** Reads what a client sends: a new record whole, a change of one with nothing required. */
  readonly input: z.ZodObject;
  readonly uniqueKeys: readonly UniqueKey[];
}
