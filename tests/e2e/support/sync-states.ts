import type { Page } from '@playwright/test';
import type { FieldChanges } from '../../../src/domain/field-changes.ts';
import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import type { Mutation, ParkReason } from '../../../src/outbox/mutation.ts';
import {
  aCustomer,
  aMutation,
  changes as changesOf,
  type GivenMutation,
} from '../../support/records/mutations.ts';
import { accountOf } from './kept.ts';
import { plant, planted } from './planted.ts';

// States that arise only after days or by chance, stored on the device as the engine would have left them.

const HOUR = 60 * 60 * 1000;
const NEW_PLACE = Number.MAX_SAFE_INTEGER;

interface Row {
  readonly localId: string;
  readonly serverId: number;
  readonly server: Fields | null;
  readonly view: Fields;
}

/** Adds a parked new customer that the server may already have, because one of its rows looks the same. */
export async function possibleDuplicate(page: Page): Promise<void> {
  const [last] = (await rowsOf(page, 'customers')).slice(-1);
  if (!last) return;
  const view: Fields = {
    ...last.view,
    phone: '+1-555-0100',
    company_name: 'Prairie View Homeowners Association',
  };
  const fields = created(view);
  const refusal = { reason: 'mayExistTwice', candidates: [last.serverId] } as const;
  await park(page, { seq: 9001, localId: 'twice', kind: 'create', fields }, refusal);
  await plant(page, { customers: [newRow('twice', view)] });
}

/** Adds parked changes with simple reasons. */
export async function waitsForReasons(page: Page): Promise<void> {
  const rows = (await rowsOf(page, 'projects')).slice(0, 5);
  const reasons: readonly ParkReason[] = ['tooOld', 'tooOld', 'deletedOnServer', 'serverErrors', 'rejected'];
  for (const [index, row] of rows.entries()) {
    const fields = changesOf({ status: [String(row.view['status']), 'on_hold'] });
    const change = { seq: 9100 + index, resource: 'projects', localId: row.localId, fields } as const;
    await park(page, change, { reason: reasons[index] ?? 'rejected' });
  }
}

/** Adds changes that were loaded from a file. */
export async function fromAFile(page: Page): Promise<void> {
  const rows = (await rowsOf(page, 'projects')).slice(0, 3);
  for (const [index, row] of rows.entries()) {
    const fields = changesOf({ status: [String(row.view['status']), 'on_hold'] });
    const change = { seq: 9150 + index, resource: 'projects', localId: row.localId, fields } as const;
    await park(page, change, { reason: 'fromFile', status: 0 });
  }
}

/** Adds the questions that are not about changes. */
export async function questions(page: Page): Promise<void> {
  const rows = await rowsOf(page, 'customers');
  const [first, second] = rows;
  const meta = (await planted(page, 'meta')).find(({ key }) => key === 'collection:customers');
  if (!first || !second) return;
  const duplicate = { ...first.view, phone: '+1-555-0199' };
  await plant(page, {
    customers: [{ ...second, server: duplicate, view: duplicate }],
    watches: [
      {
        id: 'watched',
        resource: 'customers',
        localId: first.localId,
        serverId: first.serverId,
        marks: created(first.view),
        until: Date.now() + HOUR,
        possibleDuplicates: [second.serverId],
        seenAt: Date.now() - HOUR,
      },
    ],
    meta: [
      { key: 'evicted', at: Date.now() - HOUR, lost: 3, drafts: 0, rows: 0 },
      {
        ...meta,
        absence: {
          missing: rows.slice(0, 120).map(({ serverId }) => serverId),
          held: rows.length,
          at: Date.now() - HOUR,
          step: 'ask',
        },
      },
    ],
  });
}

/** Adds a refused customer, and a project that must wait for it. */
export async function blocked(page: Page): Promise<void> {
  const customer = aCustomer({
    first_name: 'Bartholomew-Maximilian',
    last_name: 'Wolfeschlegelsteinhausenbergerdorff',
  });
  await park(
    page,
    { seq: 9200, localId: 'refused', kind: 'create', fields: created(customer) },
    { reason: 'rejected' },
  );
  const [project] = await rowsOf(page, 'projects');
  if (!project) return;
  const view = { ...project.view, customer: 'refused', title: 'Kitchen dry-out' };
  await plant(page, {
    customers: [newRow('refused', customer)],
    projects: [newRow('blocked', view)],
    outbox: [
      await owned(page, {
        seq: 9201,
        resource: 'projects',
        localId: 'blocked',
        kind: 'create',
        fields: created(view),
        deps: ['refused'],
      }),
    ],
  });
}

async function park(page: Page, change: GivenMutation, refusal: Partial<Mutation['refusal']>): Promise<void> {
  const at = Date.now() - 3 * HOUR;
  const parked = { reason: 'rejected', status: 400, body: null, at, ...refusal } as Mutation['refusal'];
  const row = await owned(page, { ...change, state: 'parked', refusal: parked });
  await plant(page, { outbox: [row] });
  const table = row.resource;
  const record = (await planted(page, table)).find(({ localId }) => localId === row.localId);
  if (record) await plant(page, { [table]: [{ ...record, mark: 'attention' }] });
}

async function owned(page: Page, change: GivenMutation): Promise<Mutation> {
  const owner = (await accountOf(page))?.key ?? '';
  return aMutation({ id: `planted-${change.seq}`, owner, acceptedAt: Date.now() - 5 * HOUR, ...change });
}

async function rowsOf(page: Page, resource: ResourceName): Promise<Row[]> {
  return (await planted(page, resource)) as unknown as Row[];
}

function newRow(localId: string, view: Fields): object {
  return {
    localId,
    server: null,
    view,
    mark: 'attention',
    position: [NEW_PLACE, localId],
    serverGen: 0,
    firstSeenGen: 0,
  };
}

function created(view: Fields): FieldChanges {
  return Object.fromEntries(Object.entries(view).map(([field, value]) => [field, { base: null, value }]));
}
