import { DEVICE, expect, SIZE, test } from './support/app-test.ts';
import { logOut, signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

test(`on ${DEVICE}, a user who signs in gets 200 customers, sees when all of them are there, and logs out`, async ({
  tab,
}) => {
  await tab.resize(SIZE);
  await signIn(tab);
  await tab.reads('200 customers');
  await upToDate(tab);
  expect(await tab.evaluate(() => [innerWidth, innerHeight])).toEqual([SIZE.width, SIZE.height]);
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SIZE.width);
  await logOut(tab);
  await tab.open('/customers');
  await tab.reads('Sign in to open the page you asked for.');
});

test('a user who opens another page during the first download still gets the whole list', async ({ tab }) => {
  await signIn(tab, '/dashboard');
  await tab.reads('Total Customers');
  await tab.open('/customers');
  await upToDate(tab);
  await tab.reads('200 customers');
  await tab.open('/projects');
  await tab.back();
  await upToDate(tab);
  expect(await tab.address()).toBe('/customers');
});
