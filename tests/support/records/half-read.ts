import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import { specOf } from '../../../src/domain/resource-specs.ts';
import { aCollection } from '../browser/test-database.ts';
import { confirmedRecord, type TestRecords } from './record-services.tsx';

/** Makes the device have read only some records of one kind. Returns a function that reads the rest. */
export function halfRead(
  { services }: TestRecords,
  resource: ResourceName,
  { read, rest }: Readonly<Record<'read' | 'rest', readonly Fields[]>>,
): () => void {
  const collection = aCollection(specOf(resource).placement, resource);
  Object.assign(services.collections, { [resource]: collection });
  const rows = [...read, ...rest].map((fields, n) => confirmedRecord(n + 1, fields));
  collection.apply(rows.slice(0, read.length).map((row) => [row.localId, row]));
  return () => {
    collection.begin();
    collection.addRange(rows);
    collection.finish();
  };
}
