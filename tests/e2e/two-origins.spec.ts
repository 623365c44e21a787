import { stopClocks } from './support/clocks.ts';
import { askedFor } from './support/custom-headers.ts';
import { addCustomer, editCompany, newCustomer, rowOf, searchBox, upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { recordSent } from './support/sent.ts';
import { signIn } from './support/sign-in.ts';

// What is sent here is looked at after every other test of this project as well: see fixtures.ts.
// @spec 7.1
test('the app of one origin asks the API of another for no leave but Authorization and Content-Type', async ({
  page,
  context,
  server,
  faultyProxy,
}) => {
  const sent = recordSent(context);
  const customer = newCustomer(1);
  await signIn(page);
  await upToDate(page);
  await addCustomer(page, customer);
  await upToDate(page);
  await editCompany(page, customer.email, 'Galveston Dry-Out');
  await upToDate(page);
  await searchBox(page).fill(customer.email);
  await rowOf(page, customer.email)
    .getByRole('button', { name: /^Delete / })
    .click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(0);

  const preflights = (): typeof faultyProxy.seen =>
    faultyProxy.seen.filter(({ method }) => method === 'OPTIONS');
  const methods = (): (string | undefined)[] =>
    preflights().map(({ headers }) => headers['access-control-request-method']);
  // A deletion waits for some seconds in which it can be undone.
  const clocks = await stopClocks(page);
  await clocks.until(() => methods().includes('DELETE'));
  expect(new Set(methods())).toEqual(new Set(['DELETE', 'GET', 'PATCH', 'POST']));
  await upToDate(page);
  expect(new Set(preflights().flatMap(askedFor))).toEqual(new Set(['authorization', 'content-type']));
  expect([...new Set(faultyProxy.seen.map(({ headers }) => headers.origin))]).toEqual([server.url]);
  const asked = sent.filter(({ url }) => url.pathname.startsWith('/api/'));
  expect([...new Set(asked.map(({ url }) => url.origin))]).toEqual([faultyProxy.url]);
});
