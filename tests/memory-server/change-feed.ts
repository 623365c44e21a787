import type { Company } from './company.ts';
import { collectionOf } from './kinds.ts';
import type { ServerOptions } from './options.ts';
import { json, type WireAnswer } from './wire.ts';

export const CHANGES_PATH = '/api/v1/sync/changes/';

/** One page of the feed of what has changed since a cursor. */
export function changesPage(
  { feedPage, extensions }: ServerOptions,
  company: Company,
  query: URLSearchParams,
): WireAnswer {
  const { ledger } = company;
  const cursor = query.get('cursor');
  if (cursor === null)
    return json(200, { cursor: ledger.cursorAt(ledger.changes), more: false, changes: [] });
  const from = ledger.placeOf(cursor);
  if (from === null) return json(410, { detail: 'This cursor is of another time.' });
  const size = Math.min(feedPage, Number(query.get('limit') ?? feedPage));
  const { entries, to, more } = ledger.changesBehind(from, size);
  const changes = entries.map(({ resource, id }) => {
    const row = company.of(resource).find((one) => one.id === id);
    const named = { resource: collectionOf(resource), id: company.idOf(id) };
    return row ? { ...named, row: company.shown(resource, row) } : { ...named, deleted: true };
  });
  const settings = extensions.has('company-settings') && { company_settings: company.settings.version };
  return json(200, { cursor: ledger.cursorAt(to), more, changes, ...settings });
}
