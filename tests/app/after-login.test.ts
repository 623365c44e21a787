import { expect, test } from 'vitest';
import { landingPath, loginPath, pathAfterLogin, wantedPath } from '../../src/app/after-login.ts';

// @spec D1.31
test.each([
  ['landing', landingPath],
  ['login', loginPath],
])('a deep link survives the way over the %s screen', (_, pathTo) => {
  const { search } = new URL(pathTo('/customers/7?from=mail#notes'), 'http://app.test');
  expect(wantedPath(search)).toBe('/customers/7?from=mail#notes');
  expect(pathAfterLogin(search)).toBe('/customers/7?from=mail#notes');
});

test('home needs no memory', () => {
  expect(landingPath(null)).toBe('/');
  expect(loginPath(null)).toBe('/login');
  expect(pathAfterLogin('')).toBe('/dashboard');
});

test.each([
  'https://evil.example/customers',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'customers',
  '/',
  '/?next=/customers',
  '/login?next=/login',
])('%j is no screen of this app to go to', (next) => {
  const search = `?next=${encodeURIComponent(next)}`;
  expect(wantedPath(search)).toBeNull();
  expect(pathAfterLogin(search)).toBe('/dashboard');
});
