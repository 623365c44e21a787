import { customerSpec } from '../../src/domain/customer.ts';
import type { PageTexts } from '../page/backend.ts';
import type { WireCustomer } from '../page/book.ts';

/** What the app keeps of a record besides its fields, under names that any library takes. */
export interface Document {
  readonly localId: string;
  readonly serverId: number;
  readonly position: number;
}

/** The records of each page, read and decoded as the app does it. */
export function documentsIn(pages: PageTexts): Document[][] {
  return pages.map((text) => {
    const { results } = JSON.parse(text) as { readonly results: readonly WireCustomer[] };
    return results.map((row) => ({
      ...customerSpec.decode(row),
      localId: String(row.id),
      serverId: row.id,
      position: Date.parse(String(row['created_at'])),
    }));
  });
}
