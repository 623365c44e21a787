import { afterAll, beforeAll, beforeEach } from 'vitest';
import { EXTENSIONS } from '../../../server/config/extensions.ts';
import { type BookIds, makeBook } from './company-book.ts';
import { storedPicture } from './files.ts';
import { type Answer, send } from './send.ts';
import { build, type TestAccount, type TestServer } from './server.ts';

export const ATTACHMENTS = '/api/v1/attachments/attachments/';
export const NO_BYTES = ['The bytes of this file are not on the server. Send them first.'];

export type Line = Parameters<typeof send>[1];

interface State {
  server: TestServer;
  ann: TestAccount;
  /** Ann's records, new for each test. */
  book: BookIds;
  /** The hash of a picture that Ann has sent, new for each test. */
  sha256: string;
  /** The number of the test. */
  made: number;
}

/** Starts a server that keeps files for the tests of this file. `at` is filled in before each test. */
export function attachmentsServer() {
  const at = { made: 0 } as State;
  beforeAll(async () => {
    at.server = await build({ extensions: new Set(EXTENSIONS) });
    at.ann = await at.server.account('ann');
  });
  afterAll(() => at.server.close());
  beforeEach(async () => {
    at.made += 1;
    at.book = await makeBook(at.server, at.ann, `book${at.made}`);
    at.sha256 = await storedPicture(at.server, at.ann.token, `picture ${at.made}`);
  });
  const asAnn = (line: Line, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    send(at.server, line, { token: at.ann.token, headers, ...(body === undefined ? {} : { body }) });
  const post = (body: object): Promise<Answer> => asAnn(`POST ${ATTACHMENTS}`, body);
  return { at, asAnn, post };
}

export function idOf({ json }: Answer): number {
  return (json as { id: number }).id;
}
