import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../src/domain/check.ts';
import { type Customer, customerName, customerSpec, lastNameFirst } from '../../src/domain/customer.ts';
import { counterexample } from '../support/test/counterexample.ts';

const blank = customerSpec.blank({ now: 0, random: 0 });

const anything = fc.anything({ maxDepth: 1, maxKeys: 2 });

const customer: fc.Arbitrary<Customer> = fc
  .record(Object.fromEntries(customerSpec.fieldNames.map((field) => [field, fc.string()])))
  .map((fields) => {
    const read = { ...blank, ...fields };
    return {
      ...read,
      phone: read.phone.trim(),
      customer_type: read.customer_type || 'residential',
      status: read.status || 'active',
    };
  });

describe('a customer on the wire', () => {
  it('is read back as it was sent', () => {
    expect(
      counterexample(
        fc.property(customer, (sent) => {
          assert.deepStrictEqual(customerSpec.decode(customerSpec.encode(sent, 'create')), sent);
        }),
      ),
    ).toBeNull();
  });

  it('is read as far as possible, whatever a server sends', () => {
    expect(
      counterexample(
        fc.property(fc.dictionary(fc.constantFrom(...customerSpec.fieldNames), anything), (wire) => {
          const read = customerSpec.decode(wire);
          return customerSpec.fieldNames.every((field) => typeof read[field] === 'string');
        }),
      ),
    ).toBeNull();
  });

  // @spec D3.8
  it('keeps an unknown choice, and has the default if none was sent', () => {
    expect(customerSpec.decode({ customer_type: 'municipal', status: null })).toMatchObject({
      customer_type: 'municipal',
      status: 'active',
    });
  });

  it('reads only numbers and booleans as text', () => {
    expect(
      customerSpec.decode({ postal_code: 83701, city: true, state: { a: 1 }, phone: null }),
    ).toMatchObject({ postal_code: '83701', city: 'true', state: '', phone: '' });
  });

  // @spec D3.11
  it('is sent with a trimmed phone, however it was stored, and only with its changed fields', () => {
    expect(customerSpec.encode({ phone: ' 555-0001 ' }, 'update')).toEqual({ phone: '555-0001' });
    expect(customerSpec.encode({ city: ' Boise ' }, 'update')).toEqual({ city: ' Boise ' });
  });
});

describe('a phone that is blank', () => {
  // @spec 5.4 D3.11
  it.each(['', ' ', ' \t '])('%j is sent as empty text', (phone) => {
    for (const kind of ['create', 'update'] as const) {
      expect(customerSpec.encode({ ...blank, phone }, kind)).toMatchObject({ phone: '' });
    }
  });
});

describe('a customer in words', () => {
  it('has as its title the name, else the company, else the e-mail, and never nothing', () => {
    const named = (fields: Partial<Customer>): string => customerSpec.title({ ...blank, ...fields });
    expect(named({ first_name: 'Ann', last_name: 'Lee', company_name: 'Lee Inc' })).toBe('Ann Lee');
    expect(named({ last_name: 'Lee' })).toBe('Lee');
    expect(named({ company_name: 'Lee Inc', email: 'a@b.c' })).toBe('Lee Inc');
    expect(named({ company_name: ' ', email: ' a@b.c ' })).toBe('a@b.c');
    expect(named({ first_name: 'Ann ', last_name: ' Lee' })).toBe('Ann Lee');
    expect(named({})).toBe('Unnamed customer');
    expect(customerName({ first_name: '', last_name: '' })).toBe('');
  });

  // @spec D1.43
  it('is sorted by last name, then first, else by what the title shows', () => {
    const key = (fields: Partial<Customer>): string => lastNameFirst({ ...blank, ...fields });
    const zed = key({ first_name: ' Zed ', last_name: ' De' });
    expect(zed < key({ first_name: 'Al', last_name: 'De La' })).toBe(true);
    expect(key({ first_name: 'Ann', last_name: 'De' }) < zed).toBe(true);
    expect(key({ first_name: 'Ann', company_name: 'Lee Inc' })).toBe('Ann');
    expect(key({ company_name: ' Lee Inc', email: 'a@b.c' })).toBe('Lee Inc');
    expect(key({ email: 'a@b.c ' })).toBe('a@b.c');
    expect(key({})).toBe('');
  });

  // @spec 2.44 D1.35
  it('is found by e-mail, company, name (also first and last together), phone and address', () => {
    const text = customerSpec.searchText({
      ...blank,
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'e',
      company_name: 'c',
      phone: '+1-555-777-1234',
      address_line_1: '12 Main St',
      city: 'Boise',
      state: 'ID',
      postal_code: '83702',
    });
    expect(text.split('\n')).toEqual([
      'Ann Lee',
      'e',
      'c',
      '+1-555-777-1234',
      '15557771234',
      '12 Main St',
      '',
      'Boise',
      'ID',
      '83702',
    ]);
  });

  it('passes every check', () => {
    const customer = customerSpec.blank({ now: 0, random: 0 });
    expect(checkDraft('customers', customer, customer)).toEqual([]);
  });
});
