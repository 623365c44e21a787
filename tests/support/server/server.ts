import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { hashPassword } from '../../../server/auth/passwords.ts';
import { Tokens } from '../../../server/auth/tokens.ts';
import type { Database } from '../../../server/db/database.ts';
import { FileShelf } from '../../../server/files/file-shelf.ts';
import { FolderStorage } from '../../../server/files/folder-storage.ts';
import { createCompany, createUser, type User } from '../../../server/repositories/accounts.ts';
import { beginSession } from '../../../server/repositories/sessions.ts';
import { emptyDatabase } from './empty-database.ts';

export const JWT_SECRET = 'a secret for tests that is long enough to sign with';
const SETTINGS = {
  secret: JWT_SECRET,
  accessSeconds: 900,
  refreshSeconds: 86_400,
  sessionSeconds: 7 * 86_400,
};

const CLOSING_MS = 50;

/** A disk that is not full, however full this machine's is. */
const ROOMY = { free: 1e12, total: 1e12 };

export interface TestAccount {
  readonly user: User;
  readonly password: string;
  /** A valid access token. */
  readonly token: string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Database;
  /** Creates a signed-in user in a new company. */
  account(username: string): Promise<TestAccount>;
  close(): Promise<void>;
}

/** Builds the whole server on an empty database, or on the one given, without a port. */
export async function build(
  options: Partial<
    Omit<AppOptions, 'jwtSecret' | 'accessTokenSeconds' | 'refreshTokenSeconds' | 'sessionSeconds'>
  > = {},
): Promise<TestServer> {
  const db = options.db ?? (await emptyDatabase());
  // Created with the first file.
  const folder = join(tmpdir(), `crm-test-files-${randomUUID()}`);
  const app = await buildApp({
    staticDir: 'tests/support/no-such-folder',
    logLevel: 'silent',
    extensions: new Set(),
    files: new FileShelf(new FolderStorage(folder, async () => ROOMY)),
    ...options,
    db,
    jwtSecret: SETTINGS.secret,
    accessTokenSeconds: SETTINGS.accessSeconds,
    refreshTokenSeconds: SETTINGS.refreshSeconds,
    sessionSeconds: SETTINGS.sessionSeconds,
  });
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }));
  return {
    app,
    db,
    account: (username) => createAccount(db, username),
    async close() {
      // A client may have its answer a moment before the server counts the connection as idle. It would keep the server
      // open for a minute.
      const closing = setInterval(() => app.server.closeIdleConnections(), CLOSING_MS);
      await app.close().finally(() => clearInterval(closing));
      await db.close();
    },
  };
}

async function createAccount(db: Database, username: string): Promise<TestAccount> {
  const password = `${username}'s password`;
  const company = await createCompany(db, `Company of ${username}`);
  const user = await createUser(db, {
    companyId: company.id,
    username,
    email: `${username}@example.com`,
    firstName: 'Test',
    lastName: 'User',
    passwordHash: await hashPassword(password),
  });
  const sessionId = (await beginSession(db, user)) ?? '';
  return { user, password, token: await new Tokens(SETTINGS).access({ userId: user.id, sessionId }) };
}

export interface ListeningServer {
  /** 'http://127.0.0.1:<port>' */
  readonly url: string;
  /** Fetches a path: fetch('/api/health/'). Does not follow redirects. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Makes the server listen on a free port of this machine. Closing the server frees the port. */
export async function listen(server: TestServer): Promise<ListeningServer> {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  return { url, fetch: (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init }) };
}
