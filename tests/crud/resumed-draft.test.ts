import { expect, it } from 'vitest';
import { changedMeanwhile, resumeAsNew, resumeEdit } from '../../src/crud/form/resumed-draft.ts';
import type { DraftRow } from '../../src/db/tables.ts';
import { changedFields } from '../../src/domain/field-changes.ts';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { aRecordServices } from '../support/browser/test-database.ts';

function aDraft(resource: ResourceName, began: Fields, typed: Fields): DraftRow {
  const initial = { ...specOf(resource).blank({ now: 0, random: 0 }), ...began };
  const fields = { ...initial, ...typed };
  return { id: 'd', resource, localId: '7', initial, fields, startedAt: 0, decides: false };
}

it('an edit that goes on applies what the person changed, from what they saw then, and nothing else', () => {
  const draft = aDraft('customers', { city: 'Reno', phone: '555-0100' }, { city: 'Elko' });
  const form = resumeEdit(draft, { ...draft.initial, city: 'Ely', phone: '555-0199' });
  expect(form.fields).toMatchObject({ city: 'Elko', phone: '555-0199' });
  expect(changedFields(form.initial, form.fields)).toEqual({ city: { base: 'Reno', value: 'Elko' } });
});

it('fields that only make sense together stay as the person left them, one with the other', () => {
  const sums = { subtotal: 100, tax_rate: 8, total_amount: 108 };
  const draft = aDraft('estimates', sums, { subtotal: 200, total_amount: 216 });
  const form = resumeEdit(draft, { ...draft.initial, tax_rate: 9, total_amount: 109, title: 'Roof' });
  expect(form.fields).toMatchObject({ subtotal: 200, tax_rate: 8, total_amount: 216, title: 'Roof' });
});

it('what somebody else changed as well is told, unless they made it the same', () => {
  const draft = aDraft('customers', { city: 'Reno', phone: '1', email: 'a@x' }, { city: 'Elko', phone: '2' });
  const now = { ...draft.initial, city: 'Ely', phone: '2', email: 'b@x' };
  expect(changedMeanwhile(draft, now)).toEqual(['city']);
});

it('a record that is gone is made again from all that stood in its form', async () => {
  const services = await aRecordServices();
  const draft = aDraft('customers', { first_name: 'Ann' }, { city: 'Elko' });
  const form = resumeAsNew(services, draft);
  expect(form.fields).toEqual(draft.fields);
  expect(form.initial['first_name']).toBe('');
});
