import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import {
  brokenRules,
  type FieldRules,
  rulesAfterAcceptance,
  rulesAfterRefusal,
  type ServerRules,
  USUAL_RULES,
} from '../../src/domain/server-rules.ts';

const EXISTS = 'customer with this email already exists.';
const PHONE = "Phone number must be entered in the format: '+1-555-123-4567'.";

describe('brokenRules', () => {
  it.each<[string, FieldRules, Fields, object | null]>([
    ['a blank required field is refused', { mayBeBlank: false }, { name: ' ' }, { rule: 'blank' }],
    ['a required field without a value is refused', { mayBeBlank: false }, { name: null }, { rule: 'blank' }],
    ['a blank field without rules is fine', {}, { name: '' }, null],
    ['a rule about another field does not matter', { mayBeBlank: false }, { other: '' }, null],
    [
      'a blank field is fine if the other one is filled',
      { mayBeBlank: false, blankWith: 'company' },
      { name: '', company: 'ACME' },
      null,
    ],
    [
      'both fields blank are refused',
      { mayBeBlank: false, blankWith: 'company' },
      { name: '', company: ' ' },
      { rule: 'blank' },
    ],
    [
      'a text of the maximum length is fine, spaces around it not counted',
      { maxLength: 3 },
      { name: ' abc ' },
      null,
    ],
    [
      'a text one character too long is refused',
      { maxLength: 3 },
      { name: 'abcd' },
      { rule: 'maxLength', limit: 3 },
    ],
    ['a character of two code units counts once', { maxLength: 3 }, { name: '🏠🏠🏠' }, null],
    ['an e-mail address is fine', { shape: 'email' }, { name: 'a@b.co' }, null],
    [
      'an e-mail address without a top-level domain is refused',
      { shape: 'email' },
      { name: 'a@b' },
      { rule: 'shape' },
    ],
    ['a phone number is fine', { shape: 'phone' }, { name: '555-123-4567' }, null],
    ['text instead of a phone number is refused', { shape: 'phone' }, { name: 'call me' }, { rule: 'shape' }],
    ['any shape is fine where the server takes any', { shape: 'any' }, { name: 'a@b' }, null],
    [
      'a value shaped like a refused one is refused',
      { refusedShapes: ['000-0000 a0'] },
      { name: '555-4567 x9' },
      { rule: 'shape' },
    ],
    ['a value shaped otherwise is fine', { refusedShapes: ['000-0000 a0'] }, { name: '555-4567' }, null],
    [
      'a value of another record is refused if it must be unique',
      { isUnique: true },
      { name: 'taken' },
      { rule: 'isUnique' },
    ],
    ['a value of no other record is fine', { isUnique: true }, { name: 'free' }, null],
    ['a value of another record is fine without a rule', {}, { name: 'taken' }, null],
  ])('%s', (_, rules, fields, broken) => {
    const found = brokenRules(
      fields,
      { name: rules },
      (field, value) => field === 'name' && value === 'taken',
    );
    expect(found).toEqual(broken === null ? [] : [{ field: 'name', ...broken }]);
  });

  it('takes no value as another record’s unless told', () => {
    expect(brokenRules({ email: 'a@b.co' }, { email: { isUnique: true } })).toEqual([]);
  });

  it('names every rule that is broken', () => {
    const rules = { email: { maxLength: 3, shape: 'email' } } as const;
    expect(brokenRules({ email: 'long' }, rules).map(({ rule }) => rule)).toEqual(['maxLength', 'shape']);
  });
});

describe('a refusal', () => {
  const after = (field: string, value: string | null, text: string, rules: ServerRules = {}) =>
    rulesAfterRefusal(rules, { [field]: value }, { [field]: [text] });

  it.each<[string, string | null, string, FieldRules]>([
    ['first_name', '', 'This field may not be blank.', { mayBeBlank: false }],
    ['first_name', '', 'Este campo no puede estar en blanco.', { mayBeBlank: false }],
    ['valid_until', null, 'This field may not be null.', { mayBeBlank: false }],
    ['first_name', 'x'.repeat(101), 'Ensure this field has no more than 100 characters.', { maxLength: 100 }],
    ['city', 'x'.repeat(51), 'Ensure this value has at most 50 characters (it has 51).', { maxLength: 50 }],
    ['email', 'a@b.co', EXISTS, { isUnique: true, taken: ['a@b.co'] }],
    ['email', 'a@b', 'Enter a valid email address.', { shape: 'email' }],
    ['phone', '(312) 555-0101 ext. 5', PHONE, { refusedShapes: ['(000) 000-0000 a. 0'] }],
    ['phone', '3.12556E+09', PHONE, { refusedShapes: ['0.00000a+00'] }],
    ['postal_code', '2134', 'Enter a ZIP code.', { refusedShapes: ['0000'] }],
  ])('of %s %j: %s', (field, value, text, rules) => {
    const learned = after(field, value, text);
    expect(learned).toEqual({ [field]: rules });
    expect(after(field, value, text, learned)).toBe(learned);
  });

  it.each([
    ['first_name', 'Ann', 'No.'],
    ['email', 'a@blocked.example', 'This domain is blocked.'],
    ['first_name', 'short', 'Ensure this field has no more than 100 characters.'],
  ])('of %s %s shows no rule: %s', (field, value, text) => {
    const known: ServerRules = {};
    expect(after(field, value, text, known)).toBe(known);
  });

  it('of a field that was not sent shows no rule', () => {
    const known: ServerRules = {};
    expect(rulesAfterRefusal(known, {}, { email: [EXISTS] })).toBe(known);
  });

  it('keeps the other rules of the field', () => {
    expect(after('email', 'a@b.co', EXISTS, USUAL_RULES.customers)['email']).toEqual({
      mayBeBlank: false,
      shape: 'email',
      isUnique: true,
      taken: ['a@b.co'],
    });
  });

  it('of many shapes keeps the newest twenty', () => {
    let rules: ServerRules = {};
    for (let n = 1; n <= 25; n += 1) rules = after('phone', '1'.repeat(n), PHONE, rules);
    expect(rules['phone']?.refusedShapes).toHaveLength(20);
    expect(rules['phone']?.refusedShapes?.at(-1)).toBe('0'.repeat(25));
  });
});

describe('an acceptance', () => {
  it.each<[string, FieldRules, string, FieldRules]>([
    ['a blank value', { mayBeBlank: false }, '', { mayBeBlank: true }],
    ['a longer text', { maxLength: 3, mayBeBlank: false }, 'abcd', { mayBeBlank: false }],
    ['a value that was taken', { isUnique: true, taken: ['a@b.co'] }, 'a@b.co', {}],
    ['text that is no e-mail address', { shape: 'email' }, 'a@b', { shape: 'any' }],
    ['a refused shape', { refusedShapes: ['00', '000'] }, '12', { refusedShapes: ['000'] }],
  ])('of %s forgets the rule', (_, known, value, left) => {
    expect(rulesAfterAcceptance({ email: known }, { email: value })).toEqual({ email: left });
  });

  it('of values that keep the rules shows nothing new', () => {
    const known: ServerRules = {
      email: { maxLength: 20, shape: 'email', isUnique: true, taken: ['b@b.co'], refusedShapes: ['0'] },
      city: {},
      state: { mayBeBlank: false },
    };
    expect(rulesAfterAcceptance(known, { email: 'a@b.co', city: '' })).toBe(known);
  });
});
