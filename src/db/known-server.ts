import { type DateForms, NO_DATE_FORMS, withDateForm } from '../domain/plain-date.ts';
import type { RecordKind, Wire } from '../domain/resource-spec.ts';
import { fieldsOfType, specOf } from '../domain/resource-specs.ts';
import { type ServerRules, USUAL_RULES } from '../domain/server-rules.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { type DeletionsRow, type Dependent, readRow, writeMeta } from './meta-rows.ts';
import type { AppDatabase, Tx } from './tables.ts';

export async function readCapabilities(tx: Tx): Promise<ReadonlySet<string>> {
  const row = await readRow(tx, 'capabilities');
  return new Set(row?.features);
}

export interface KnownRules {
  readonly rules: ServerRules;
  /** False for the usual rules and those learned from refusals. */
  readonly isTold: boolean;
}

export async function readServerRules(
  relaxed: Pick<AppDatabase, 'meta'>,
  resource: RecordKind,
): Promise<KnownRules> {
  const [capabilities, row] = await relaxed.meta.bulkGet(['capabilities', `rules:${resource}`]);
  const told = capabilities?.rules?.[resource];
  return { rules: told ?? row?.rules ?? USUAL_RULES[resource], isTold: told !== undefined };
}

export async function noteGone(tx: Tx, resource: RecordKind, record: MirrorRecord): Promise<void> {
  for (const { field, to } of specOf(resource).references) {
    const { row, one } = await watchedIn(tx, to, { resource, localId: record.localId });
    if (!row || !one?.referredTo.includes(String(record.server?.[field]))) continue;
    const watched = row.watched.filter(({ resource: kind }) => kind !== resource);
    await writeMeta(tx, { ...row, gone: [...row.gone, resource], watched });
  }
}

/** Stops watching a record that the user deleted: its deletion says nothing about the server. */
export async function unwatchDependent(tx: Tx, resource: RecordKind, localId: string): Promise<void> {
  for (const { to } of specOf(resource).references) {
    const { row, one } = await watchedIn(tx, to, { resource, localId });
    if (row && one) await writeMeta(tx, { ...row, watched: row.watched.filter((other) => other !== one) });
  }
}

async function watchedIn(
  tx: Tx,
  to: RecordKind,
  { resource, localId }: Pick<Dependent, 'resource' | 'localId'>,
): Promise<{ readonly row?: DeletionsRow | undefined; readonly one?: Dependent | undefined }> {
  const row = await readRow(tx, `deletions:${to}`);
  return { row, one: row?.watched.find((one) => one.resource === resource && one.localId === localId) };
}

interface DateWatch {
  readonly see: (wire: Wire) => void;
  readonly save: () => Promise<void>;
}

const NO_WATCH: DateWatch = { see: () => undefined, save: async () => undefined };

export async function watchDates(tx: Tx, resource: RecordKind): Promise<DateWatch> {
  const fields = fieldsOfType(resource, 'dateTime');
  if (fields.length === 0) return NO_WATCH;
  const key = `dates:${resource}` as const;
  const stored = await readRow(tx, key);
  const withRow = (forms: DateForms, row: Wire): DateForms =>
    fields.reduce((now, field) => withDateForm(now, row[field]), forms);
  let forms: DateForms = stored ?? NO_DATE_FORMS;
  return {
    see: (wire) => {
      forms = withRow(forms, wire);
    },
    save: async () => {
      if (forms === stored) return;
      await writeMeta(tx, { key, moment: forms.moment, days: forms.days });
    },
  };
}
