import type { FileRow } from '../../../src/db/tables.ts';
import type { Shelf } from '../../memory-server/files.ts';
import type { Stores } from '../checks/stores.ts';
import { countTimes } from './counter.ts';
import type { Cells } from './coverage.ts';

/** What is open of a row that names a file, or what the last of its rows is. */
const ROWS = [
  'create queued',
  'create sending',
  'create parked',
  'confirmed',
  'being deleted',
  'no row',
] as const;
type RowState = (typeof ROWS)[number];

/** What the server has of a file. */
const SHARES = ['nothing', 'a part', 'all'] as const;

/** Rows with which a file can be in a state. */
const POSSIBLE: Readonly<Record<FileRow['state'], readonly RowState[]>> = {
  here: ROWS,
  stored: ROWS,
  spare: ['create queued', 'no row'],
  gone: ['confirmed', 'being deleted', 'no row'],
  wanted: ['confirmed', 'being deleted', 'no row'],
  refused: ['confirmed', 'being deleted', 'no row'],
};

/** Counts how often a file comes into a state, together with its row and what the server has of it. */
export class FileCells {
  readonly #last = new Map<string, string>();

  note(stores: Stores, shelf: Shelf): void {
    const files = stores.files();
    if (files.size === 0) return;
    const rows = rowStates(stores);
    for (const [hash, { state }] of files) {
      const share = shelf.has(hash) ? 'all' : shelf.ranges.has(hash) ? 'a part' : 'nothing';
      const cell = cellOf(state, rows.get(hash) ?? 'no row', share);
      const key = `${stores.name}/${hash}`;
      if (this.#last.get(key) === cell) continue;
      this.#last.set(key, cell);
      countTimes(cell);
    }
  }
}

function cellOf(state: string, row: RowState, share: (typeof SHARES)[number]): string {
  return `file ${state}, ${row}, ${share}`;
}

/** Lists how often files were in each state, by their rows and by what the server had of them. */
export function fileCellLines(cells: Cells): string[] {
  const lines: string[] = [];
  let met = 0;
  let possible = 0;
  for (const [state, rows] of Object.entries(POSSIBLE)) {
    for (const row of rows) {
      const counts = SHARES.map((share) => cells[cellOf(state, row, share)] ?? 0);
      possible += 1;
      if (counts.some((times) => times > 0)) met += 1;
      const told = SHARES.map((share, n) => `${share} ${counts[n]}`).join(', ');
      lines.push(`${state.padEnd(7)} ${row.padEnd(14)} server has ${told}`);
    }
  }
  return [`Files: ${met} of ${possible} states with their rows met`, ...lines];
}

/** By hash. Open creates before other rows, because the bytes of these must stay. */
function rowStates(stores: Stores): ReadonlyMap<string, RowState> {
  const states = new Map<string, RowState>();
  const deleted = new Set<string>();
  for (const { resource, kind, localId } of stores.outbox)
    if (resource === 'attachments' && kind === 'delete') deleted.add(localId);
  const name = (row: Readonly<Record<string, unknown>>, state: RowState): void => {
    for (const hash of [row['sha256'], row['thumb_sha256']])
      if (typeof hash === 'string' && hash !== '') states.set(hash, state);
  };
  const rows = [...stores.mirror('attachments').values()];
  for (const wanted of [true, false])
    for (const { localId, serverId, view, server } of rows)
      if (serverId !== undefined && deleted.has(localId) === wanted)
        name(view ?? server ?? {}, wanted ? 'being deleted' : 'confirmed');
  for (const { resource, kind, state, fields } of stores.outbox)
    if (resource === 'attachments' && kind === 'create')
      name(
        { sha256: fields['sha256']?.value, thumb_sha256: fields['thumb_sha256']?.value },
        state === 'parked' ? 'create parked' : state === 'queued' ? 'create queued' : 'create sending',
      );
  return states;
}
