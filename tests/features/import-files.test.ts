import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { customersOf, EXPECTED } from '../support/import/expected-customers.ts';
import { readFixture } from '../support/import/read-fixture.ts';
import { WorkbookWorker } from '../support/import/workbook-worker.ts';

beforeEach(() => vi.stubGlobal('Worker', WorkbookWorker));
afterEach(() => vi.unstubAllGlobals());

test.each(Object.entries(EXPECTED))('a file as people have it: %s', async (name, expected) => {
  const { customers, doubts = [], unread = [], leftOut = [], told = [] } = expected;
  const read = { customers: customersOf(customers), doubts, unread, leftOut, told };
  expect(await readFixture(name)).toEqual(read);
});
