import { expect, test } from 'vitest';
import { changeWords, fieldsWords } from '../../src/crud/change-words.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { fieldLabel, RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { changes } from '../support/records/mutations.ts';

const ADDRESS = ['Address Line 1', 'City', 'State', 'ZIP Code'];
const SITE = [...ADDRESS, 'Address Line 2'];

/** As the dialogs have them. */
const LABELS: Readonly<Record<ResourceName, string>> = {
  customers: 'First Name, Last Name, Email, Phone, Company Name, Customer Type, Status',
  projects:
    'Title, Customer, Project Type, Status, Priority, Description, Start Date, Estimated Completion Date, Estimated Cost',
  estimates:
    'Title, Customer, Estimate Number, Status, Valid Until, Subtotal, Tax Rate (%), Total Amount, Description, Terms and Conditions, Notes',
  workOrders:
    'Title, Work Order Number, Customer, Status, Priority, Scheduled Date, Estimated Cost, Description, Notes',
};

/** Where it is: a customer lives in no flat of a job. */
const PLACES: Readonly<Record<ResourceName, readonly string[]>> = {
  customers: ADDRESS,
  projects: SITE,
  estimates: [],
  workOrders: SITE,
};

test.each(RESOURCE_NAMES)('the fields of %s are called as in their dialog', (resource) => {
  const labels = [...LABELS[resource].split(', '), ...PLACES[resource]];
  expect(resourceSpecs[resource].fieldNames.map(fieldLabel).sort()).toEqual(labels.sort());
});

test.each([
  [['status'], 'Status'],
  [['status', 'city'], 'Status and City'],
  [['status', 'city', 'state', 'notes'], 'Status, City, State and Notes'],
  [['status', 'city', 'state', 'notes', 'title'], 'Status, City, State and 2 more'],
])('the fields %j are said as %s', (fields, words) => {
  expect(fieldsWords(fields)).toBe(words);
});

test.each([
  ['create', 'New work order'],
  ['update', 'Change to Notes and ZIP Code'],
  ['delete', 'Delete work order'],
] as const)('a change that is a %s is a %s', (kind, words) => {
  const fields = changes({ notes: [null, 'x'], postal_code: [null, '1'] });
  expect(changeWords({ kind, fields }, resourceSpecs.workOrders.label)).toBe(words);
});
