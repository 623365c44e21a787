import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import { send } from './send.ts';
import type { TestAccount, TestServer } from './server.ts';

/** The ids of a company's records, one of each kind. */
export type BookIds = Readonly<Record<ResourceName, number>>;

/** Returns the fields of a valid record. `text` is in all its texts, and makes unique fields unique. */
export function validRecord(
  name: ResourceName,
  text: string,
  customer: number,
): Readonly<Record<string, unknown>> {
  const job = { title: text, description: text, customer };
  return {
    customers: { first_name: text, last_name: text, email: `${text}@example.com`, company_name: text },
    projects: { ...job, address_line_1: text },
    estimates: { ...job, valid_until: '2026-01-31', subtotal: 100, notes: text },
    workOrders: { ...job, work_order_number: text, notes: text },
  }[name];
}

/**
 * Gives a company a customer, and a project, an estimate and a work order that refer to it. `keys` are the client's
 * keys of these records.
 */
export async function makeBook(
  server: TestServer,
  account: TestAccount,
  text: string,
  keys: Readonly<Partial<Record<ResourceName, string>>> = {},
): Promise<BookIds> {
  const ids: Partial<Record<ResourceName, number>> = {};
  for (const name of RESOURCE_NAMES) {
    const body = { ...validRecord(name, text, ids.customers ?? 0), client_uid: keys[name] ?? null };
    const { status, json } = await send(server, `POST ${specOf(name).path}`, { token: account.token, body });
    if (status !== 201) throw new Error(`The ${name} of a book were refused: ${JSON.stringify(json)}`);
    ids[name] = (json as { id: number }).id;
  }
  const { customers = 0, projects = 0, estimates = 0, workOrders = 0 } = ids;
  return { customers, projects, estimates, workOrders };
}
