import { expect, it, vi } from 'vitest';
import { readServerRules } from '../../src/db/known-server.ts';
import { USUAL_RULES } from '../../src/domain/server-rules.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { aSyncedTab, edit, makeOf, openOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const ben = { first_name: 'Ben', last_name: 'Ray', email: 'ben@example.com' };

const rulesOf = async (tab: TestTab) => (await readServerRules(tab.records.db.relaxed, 'customers')).rules;

it('[X53] the rules that a server announces are kept, and those that it no longer announces are forgotten', async () => {
  const { backend, tab } = await anExtendedTab(['field-rules']);
  expect(await rulesOf(tab)).toMatchObject({
    first_name: { maxLength: 100, mayBeBlank: false },
    email: { maxLength: 254, mayBeBlank: false, isUnique: true, shape: 'email' },
    phone: { shape: 'phone' },
  });
  backend.extensions.features.delete('field-rules');
  // The server is asked again who is signed in after a fault.
  backend.plan('POST', /customers/, { kind: 'dropBefore' });
  await makeOf(tab, 'customers', ben);
  await tab.drained();
  await tab.until(async () => (await rulesOf(tab))['phone'] === undefined);
  expect(await rulesOf(tab)).toEqual(USUAL_RULES.customers);
});

it('[X54] other rules are learned from refusals, also from those of a change', async () => {
  const { tab } = await aSyncedTab([ben]);
  await makeOf(tab, 'customers', { ...ben, phone: '(312) 555-0101 ext. 5' });
  await edit(tab, 1, { city: 'x'.repeat(101) });
  await tab.drained();
  expect(await openOf(tab)).toEqual(['customers create parked rejected', 'customers update parked rejected']);
  expect(await rulesOf(tab)).toEqual({
    ...USUAL_RULES.customers,
    email: { mayBeBlank: false, shape: 'email', isUnique: true, taken: ['ben@example.com'] },
    phone: { refusedShapes: ['(000) 000-0000 a. 0'] },
    city: { maxLength: 100 },
  });
});

it('[X55] a rule is forgotten when the server accepts what breaks it', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  const made = { ...ben, id: 2, email: '' };
  backend.plan('POST', /customers/, { kind: 'answer', status: 201, body: made });
  expect((await rulesOf(tab))['email']).toMatchObject({ mayBeBlank: false });
  await makeOf(tab, 'customers', { ...ben, email: '' });
  await tab.drained();
  await tab.until(async () => (await rulesOf(tab))['email']?.mayBeBlank === true);
});

it('[X54] from a server that announces its rules none are learned, whatever it accepts or refuses', async () => {
  const { backend, tab } = await anExtendedTab(['field-rules']);
  const { relaxed } = tab.records.db;
  const writes = vi.spyOn(relaxed, 'transaction');
  const company = { ...ben, first_name: '', last_name: '', company_name: 'Acme' };
  backend.plan('POST', /customers/, { kind: 'answer', status: 201, body: { ...company, id: 2 } });
  await makeOf(tab, 'customers', company);
  await tab.drained();
  backend.plan('POST', /customers/, { kind: 'answer', status: 400, body: { city: ['No.'] } });
  await makeOf(tab, 'customers', { ...ben, email: 'bo@example.com' });
  await tab.drained();
  expect(await openOf(tab)).toEqual(['customers create parked rejected']);
  expect(writes.mock.calls.filter(([, tables]) => tables === relaxed.meta).length).toBe(0);
});
