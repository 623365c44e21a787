import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { errorCode } from '../config/error-code.ts';
import { UsageError } from '../config/usage-error.ts';
import {
  BACKUP_VERSION,
  type BackupHeader,
  type BackupSink,
  type BackupSummary,
  backupHeaderSchema,
  summingUp,
  tableFactsSchema,
} from './backup-format.ts';

class BrokenBackupError extends UsageError {
  override readonly name = 'BrokenBackupError';
  constructor(file: string, reason: string) {
    super(`${file} is not a complete backup: ${reason}. Nothing was changed. Take another backup.`);
  }
}

const endSchema = z.object({ end: z.literal(true), sha256: z.string() });
const PIECE = 500;

/*
 * A backup is a gzip file of JSON lines: a header; for each table, its facts and then its rows; and finally the
 * SHA-256 of all earlier lines.
 */

/** `file` must not exist. Only its owner can read it, because it contains password hashes. */
export async function writeBackup(file: string, fill: (sink: BackupSink) => Promise<void>): Promise<void> {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // Awaited below. Without this handler, a full disk would end the process.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  const write = async (...lines: readonly string[]): Promise<void> => {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    if (!gzip.write(text))
      await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), written]);
  };
  try {
    await fill({
      begin: (header) => write(JSON.stringify(header)),
      table: (facts) => write(JSON.stringify(facts)),
      rows: (rows) => write(...rows),
      async end() {
        gzip.end(`${JSON.stringify({ end: true, sha256: hash.digest('hex') })}\n`);
        await written;
      },
    });
  } finally {
    gzip.destroy();
    await written.catch(() => undefined);
  }
}

/** Throws a `BrokenBackupError`, like `readBackup`. */
export async function checkBackup(file: string): Promise<BackupHeader & BackupSummary> {
  const sink = summingUp();
  await readBackup(file, sink);
  return sink.summary();
}

/**
 * Throws a `BrokenBackupError` if the backup is damaged, truncated, or of another format. By then `sink` may have
 * received rows: where that matters, call `checkBackup` first.
 */
export async function readBackup(file: string, sink: BackupSink): Promise<void> {
  const refuse = (reason: string): never => {
    throw new BrokenBackupError(file, reason);
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), linesOf, (lines: AsyncIterable<string>) =>
      passOn(lines, sink, refuse),
    );
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') refuse('there is no such file');
    if (code === 'EISDIR') refuse('it is a folder');
    if (code === 'Z_BUF_ERROR') refuse('its end is missing');
    if (code === 'Z_DATA_ERROR') refuse('it is damaged, or not a backup at all');
    throw error;
  }
}

async function passOn(
  lines: AsyncIterable<string>,
  sink: BackupSink,
  refuse: (reason: string) => never,
): Promise<void> {
  const reader = lines[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  const next = async (): Promise<string> => {
    const { value, done } = await reader.next();
    return done === true ? refuse('its end is missing') : value;
  };
  const nextHashed = async (): Promise<string> => {
    const line = await next();
    hash.update(`${line}\n`);
    return line;
  };

  const header = parsed(backupHeaderSchema, await nextHashed()) ?? refuse('it does not begin like a backup');
  if (header.version !== BACKUP_VERSION) {
    refuse(
      `another version of this program wrote it in format ${header.version}, and this version reads only format ${BACKUP_VERSION}`,
    );
  }
  await sink.begin(header);
  for (;;) {
    const line = await next();
    const end = parsed(endSchema, line);
    if (end) {
      if (end.sha256 !== hash.digest('hex')) refuse('it has been changed since it was written');
      break;
    }
    hash.update(`${line}\n`);
    const facts = parsed(tableFactsSchema, line) ?? refuse('there is something else where a table should be');
    await sink.table(facts);
    for (let left = facts.rows; left > 0; ) {
      const piece: string[] = [];
      while (piece.length < Math.min(PIECE, left)) piece.push(await nextHashed());
      await sink.rows(piece);
      left -= piece.length;
    }
  }
  await sink.end();
}

function parsed<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
