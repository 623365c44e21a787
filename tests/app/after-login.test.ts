import { expect, test } from 'vitest';
import { loginPath, pathAfterLogin } from '../../src/app/after-login.ts';

test('a deep link survives the way over the login screen', () => {
  const path = loginPath('/customers/7?from=mail');
  expect(pathAfterLogin(path.slice('/login'.length))).toBe('/customers/7?from=mail');
});

test('home needs no memory', () => {
  expect(loginPath('/')).toBe('/login');
  expect(pathAfterLogin('')).toBe('/dashboard');
});

test.each([
  'https://evil.example/customers',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'customers',
  '/login?next=/login',
])('%j is no path of this app', (next) => {
  expect(pathAfterLogin(`?next=${encodeURIComponent(next)}`)).toBe('/dashboard');
});
