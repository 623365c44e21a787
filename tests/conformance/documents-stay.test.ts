import { expect, it } from 'vitest';
import { over } from '../support/backend/broken-server.ts';
import { checkFake, failedIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';

const ONE = { words: ['--only', 'attachments.documents-stay'] };

function keepingFiles(): FakeBackend {
  const backend = new FakeBackend();
  for (const feature of ['client-uid', 'if-match', 'attachments']) backend.extensions.features.add(feature);
  return backend;
}

it('one document stays on a server that keeps documents, the same in every run', async () => {
  const backend = keepingFiles();
  const documents = () => backend.rows('attachments').filter(({ kind }) => kind === 'document');
  for (const run of [1, 2]) {
    const { report } = await checkFake(backend, ONE);
    expect([run, documents().length]).toEqual([run, 1]);
    expect(report).toContain('removed, except one document without a record, the same in every run.');
  }
});

it.each([204, 403, 405])(
  'a server that answers %i to the deletion of a document is told that it is still there',
  async (status) => {
    const backend = keepingFiles();
    const refuses = over(backend, async ({ method, path }, pass) =>
      method === 'DELETE' && path.includes('/attachments/') ? new Response(null, { status }) : pass(),
    );
    const { report, run } = await checkFake(backend, ONE, refuses);
    const [document] = backend.rows('attachments');
    expect(run.left).toMatchObject([{ what: `attachment ${document?.id}` }]);
    expect(report).toContain(`Please delete them:\n  attachment ${document?.id}: DELETE `);
  },
);

it('a document that stays after a stop is named', async () => {
  const backend = keepingFiles();
  const stop = new AbortController();
  const stopping = over(backend, ({ method }, pass) => {
    if (method === 'PATCH') stop.abort();
    return pass();
  });
  const { report } = await checkFake(backend, { ...ONE, stop: stop.signal }, stopping);
  expect(backend.rows('attachments')).toHaveLength(1);
  expect(report).toContain('Please delete them:\n  attachment ');
});

it('a document that stays is named also where other records could not be removed', async () => {
  const backend = keepingFiles();
  backend.plan('DELETE', /customers/, { kind: 'html', status: 500 }, 99);
  const { report } = await checkFake(backend, { words: ['--only', 'attachments'] });
  expect(report).toContain('could not be removed. Please delete them:\n  customer ');
  expect(report).toContain('\nOne document without a record stays too, the same in every run.');
});

it('a server that once deleted the document of the checks can pass later', async () => {
  const backend = keepingFiles();
  const run = () => checkFake(backend, ONE);
  await run();
  for (const { id } of backend.rows('attachments')) backend.remove(id, 'attachments');
  expect(failedIn(await run())).toEqual([]);
});
