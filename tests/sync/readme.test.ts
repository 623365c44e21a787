import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { customerSpec } from '../../src/domain/customer.ts';
import { createRecord } from '../../src/records/commands.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { TestTab } from '../support/tab/test-device.ts';

const env = { now: 0, random: 0 };

it("the README's example of a sync test works as it is printed there", async () => {
  const backend = new FakeBackend();
  const tab = new TestTab(backend);
  const records = await tab.signIn();

  tab.browser.setOnline(false);
  const ann = { ...customerSpec.blank(env), first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
  await createRecord(records, 'customers', ann, { watch: false });

  tab.browser.setOnline(true);
  await tab.drained();
  expect(backend.customers).toMatchObject([{ first_name: 'Ann' }]);

  const printed = /```ts\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? 'no example';
  const indented = printed.trimEnd().replaceAll(/^(?=.)/gm, '  ');
  expect(readFileSync(new URL(import.meta.url), 'utf8')).toContain(indented);
});
