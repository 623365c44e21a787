import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { errorCode } from '../config/error-code.ts';
import { UsageError } from '../config/usage-error.ts';
import { databaseIn } from '../db/data-folder.ts';
import type { Database } from '../db/database.ts';
import { writeBackup } from './backup-file.ts';
import { readDatabase } from './read-database.ts';

/*
 * Only one process can open a data folder, so a running server must write the backup itself. The server leaves
 * a loopback port and a token in a file that only the folder's owner can read. Unlike a socket file, this works
 * on every system and for every path length.
 */

const endpointSchema = z.object({ port: z.int(), token: z.string() });

const endpointFile = (dataDir: string): string => `${databaseIn(dataDir)}.backup-endpoint`;
const spoolFile = (dataDir: string): string => `${databaseIn(dataDir)}.backup-unfinished`;

export interface BackupEndpoint {
  close(): Promise<void>;
}

export async function openBackupEndpoint(
  db: Database,
  dataDir: string,
  onError: (error: unknown) => void,
): Promise<BackupEndpoint> {
  const token = randomBytes(32).toString('hex');
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((asked, answer) => {
    if (!isAllowed(asked, token)) {
      answer.writeHead(401).end();
      return;
    }
    // One at a time, because all backups share the spool file.
    last = last.then(() => answerWithBackup(db, spoolFile(dataDir), answer)).catch(onError);
  });
  const port = await listening(server);
  await publish(endpointFile(dataDir), JSON.stringify({ port, token }));
  return {
    async close() {
      await rm(endpointFile(dataDir), { force: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isAllowed(asked: IncomingMessage, token: string): boolean {
  const given = Buffer.from(asked.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Writes to a file first: a client may be slow, and the database does nothing else during a backup. */
async function answerWithBackup(db: Database, spool: string, answer: ServerResponse): Promise<void> {
  try {
    await rm(spool, { force: true });
    await writeBackup(spool, (sink) => readDatabase(db, sink, new Date()));
    answer.writeHead(200);
    await pipeline(createReadStream(spool), answer);
  } catch (error) {
    if (!answer.headersSent) {
      answer.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
    throw error;
  } finally {
    await rm(spool, { force: true });
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** Publishes the complete file in one step. Other users can never read it. */
async function publish(file: string, content: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, file);
}

class NoBackupEndpointError extends UsageError {
  override readonly name = 'NoBackupEndpointError';
  constructor(dataDir: string, reason: string) {
    super(
      `${dirname(databaseIn(dataDir))} is in use by a process that cannot make this backup: ${reason}. If it is an ` +
        'admin command, try again when it has finished. If it is a server on another host, run this command there.',
    );
  }
}

/** Writes the server's backup to `file`, which must not exist. */
export async function backupFromServer(dataDir: string, file: string): Promise<void> {
  const { port, token } = await readEndpoint(dataDir);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, headers: { authorization: `Bearer ${token}` } },
      resolve,
    );
    asked.once('error', (error) => reject(new NoBackupEndpointError(dataDir, error.message)));
    asked.end();
  });
  if (answer.statusCode !== 200) {
    throw new NoBackupEndpointError(dataDir, `it answers ${answer.statusCode} ${await text(answer)}`.trim());
  }
  await pipeline(answer, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

async function readEndpoint(dataDir: string): Promise<z.infer<typeof endpointSchema>> {
  try {
    return endpointSchema.parse(JSON.parse(await readFile(endpointFile(dataDir), 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new NoBackupEndpointError(dataDir, 'it has published no backup endpoint');
    }
    throw error;
  }
}
