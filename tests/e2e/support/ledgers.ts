import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import { MUTATION_STATES } from '../../../src/outbox/mutation.ts';
import type { Server } from './server.ts';
import type { Credentials } from './sign-in.ts';

/** The field by which tests distinguish records. */
const NAMED: Readonly<Record<ResourceName, string>> = {
  customers: 'email',
  projects: 'title',
  estimates: 'title',
  workOrders: 'title',
};

const fields = z.record(z.string(), z.unknown());
const row = z.object({ serverId: z.number().optional(), view: fields.nullable() });
const stores = z.object({
  outbox: z.array(
    z.object({
      resource: z.enum(RESOURCE_NAMES),
      kind: z.literal('create'),
      state: z.enum(MUTATION_STATES),
      fields: z.record(z.string(), z.object({ value: z.unknown() })),
    }),
  ),
  customers: z.array(row),
  projects: z.array(row),
  estimates: z.array(row),
  workOrders: z.array(row),
});

/** The records of one kind in a browser: new ones that wait, and those that are listed. */
export interface Kept {
  readonly waiting: readonly { readonly name: string; readonly state: string }[];
  readonly listed: readonly { readonly name: string; readonly serverId: number | undefined }[];
}

/** Reads the database of the browser's only account directly. Nothing but new records may be waiting. */
export async function keptOf(page: Page): Promise<Readonly<Record<ResourceName, Kept>>> {
  const raw = await page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const db = await answerOf(indexedDB.open(names.find((name) => /-account-/.test(name)) ?? 'none'));
    // One transaction, for a consistent snapshot.
    const tx = db.transaction([...db.objectStoreNames]);
    const all = await Promise.all(
      [...db.objectStoreNames].map(async (name) => [name, await answerOf(tx.objectStore(name).getAll())]),
    );
    db.close();
    return Object.fromEntries(all) as unknown;
  });
  const { outbox, ...mirror } = stores.parse(raw);
  const keptOfKind = (resource: ResourceName): Kept => ({
    waiting: outbox
      .filter((mutation) => mutation.resource === resource)
      .map((mutation) => ({ name: String(mutation.fields[NAMED[resource]]?.value), state: mutation.state })),
    listed: mirror[resource].flatMap(({ view, serverId }) =>
      view ? [{ name: String(view[NAMED[resource]]), serverId }] : [],
    ),
  });
  return {
    customers: keptOfKind('customers'),
    projects: keptOfKind('projects'),
    estimates: keptOfKind('estimates'),
    workOrders: keptOfKind('workOrders'),
  };
}

const tokens = z.object({ access: z.string() });
const list = z.object({ results: z.array(fields) });

/** Returns the names of all records of a kind that the server shows to a user, without using the browser. */
export async function namesOn(server: Server, user: Credentials, resource: ResourceName): Promise<string[]> {
  const signedIn = await fetch(`${server.url}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { access } = tokens.parse(await signedIn.json());
  const answer = await fetch(`${server.url}${specOf(resource).path}?page_size=500`, {
    headers: { authorization: `Bearer ${access}` },
  });
  return list.parse(await answer.json()).results.map((record) => String(record[NAMED[resource]]));
}

export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
