import { expect, it } from 'vitest';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { over } from '../support/backend/broken-server.ts';
import { checkFake, failedIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { BROKEN_ANSWERS } from './broken-answers.ts';
import { BROKEN_LISTS } from './broken-lists.ts';
import { BROKEN_RECORDS } from './broken-records.ts';
import { BROKEN_TEXTS } from './broken-texts.ts';

const BROKEN = [...BROKEN_LISTS, ...BROKEN_RECORDS, ...BROKEN_ANSWERS, ...BROKEN_TEXTS];

/** A server with so many customers that they need two pages. */
function aServer(): FakeBackend {
  const backend = new FakeBackend();
  for (let n = 0; n < 25; n += 1) {
    backend.seed({ first_name: `N${n}`, last_name: 'Own', email: `own${n}@example.com` });
  }
  return backend;
}

it.each(BROKEN)('a server that $server is told what to mend, and people what they lose', async (broken) => {
  const { answer, fails, words, usable = false, keeps = false } = broken;
  const backend = aServer();
  const own = ownIn(backend);
  const fetch = over(backend, (asked, pass) => answer(asked, pass, backend));
  const result = await checkFake(backend, {}, fetch);
  expect(failedIn(result).sort()).toEqual([...fails].sort());
  expect(words.filter((text) => !result.report.includes(text))).toEqual([]);
  expect(result.exitCode).toBe(usable ? 0 : 1);
  if (keeps) return;
  expect(result.run.left).toEqual([]);
  expect(ownIn(backend)).toEqual(own);
});

/** Returns all records of a server, in any order. */
function ownIn(backend: FakeBackend): string[] {
  return RESOURCE_NAMES.flatMap((resource) =>
    backend.rows(resource).map((row) => JSON.stringify(row)),
  ).sort();
}
