import { expect, it } from 'vitest';
import { isEmailAddress, isPhoneNumber } from '../../src/domain/server-rules.ts';

it.each([
  ['ann+roof@example.co.uk', true],
  ["o'brien@example.com", true],
  ['ann@bücher.example', true],
  ['ann@例え.テスト', true],
  ['a_b-c@sub.example.com', true],
  ['ann', false],
  ['@example.com', false],
  ['ann@example', false],
  ['ann@example.com.', false],
  ['a nn@example.com', false],
  ['ann@-example.com', false],
  ['ann@exa mple.com', false],
  ['ann@bücher.example/path', false],
  ['ann@ü.xn--a', false],
  ['ann@example.com, bob@example.com', false],
  ['ann@example.com; bob@example.com', false],
  [`${'a'.repeat(310)}@example.com`, false],
])('%s is an e-mail address: %s', (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected);
});

it.each([
  ['+1-555-123-4567', true],
  ['(555) 123-4567', true],
  ['555.123.4567', true],
  ['5551234', true],
  ['12345', false],
  ['1234567890123456', false],
  ['555-123-4567 x2', false],
  ['(312) 555-0101 cell', false],
  ['3.12556E+09', false],
  ['--------', false],
])('%s is a phone number: %s', (text, expected) => {
  expect(isPhoneNumber(text)).toBe(expected);
});
