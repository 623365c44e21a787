import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '../../src/domain/ports.ts';
import { fileOf, hashOf } from '../support/server/files.ts';
import type { KillTrials } from './kill-trials.ts';
import { RefusedError, type Running, startToKill, TrialClient } from './killed-server.ts';

export interface FileOutcome {
  readonly kills: number;
  /** Files of which the server said that they are stored. */
  readonly acknowledged: number;
  /** The fewest that it acknowledged between a start and the next kill. */
  readonly fewest: number;
  /** Files whose last request was not answered, and that were sent again. */
  readonly repeated: number;
  /** Acknowledged files that the server does not have, or has with other bytes. */
  readonly missing: readonly string[];
  /** Attachments that were created. */
  readonly rows: number;
}

const STATE = '/api/v1/files/state/';
const ATTACHMENTS = '/api/v1/attachments/attachments/';
const WRITERS = 4;
const HASHES = 200;
/** In bytes. */
const SMALLEST = 200;
const LARGEST = 120_000;
/** The kill comes up to this much later, not always just after an answer. */
const MOMENT_MS = 8;

const putSchema = z.object({ stored: z.boolean() });
const statesSchema = z.record(z.string(), putSchema);

/** What clients sent, and what the server said of it. */
class SentFiles {
  readonly stored = new Map<string, Buffer>();
  readonly open = new Map<string, Buffer>();
  rows = 0;
}

/**
 * Repeats a trial on the same data: lets clients send files, whole and in ranges, kills the server with SIGKILL in the
 * middle, starts it again, and reads every file that it had acknowledged.
 */
export async function fileTrials({ server, env, times, random, least }: KillTrials): Promise<FileOutcome> {
  const files = new SentFiles();
  const counts: number[] = [];
  const missing: string[] = [];
  let repeated = 0;
  let running = await startToKill(server, env);
  try {
    const token = await TrialClient.signIn(running.url);
    for (let trial = 1; trial <= times; trial += 1) {
      const before = files.stored.size;
      await sendUntilKilled({ running, token, files, trial, random, enough: before + least });
      counts.push(files.stored.size - before);
      running = await startToKill(server, env);
      const client = new TrialClient(running.url, token);
      missing.push(
        ...(await missingFiles(client, files.stored.keys())).map((text) => `after kill ${trial}: ${text}`),
      );
      repeated += await sendAgain(client, files);
    }
  } finally {
    running.kill();
    await running.ended;
  }
  return {
    kills: times,
    acknowledged: files.stored.size,
    fewest: Math.min(...counts),
    repeated,
    missing,
    rows: files.rows,
  };
}

interface Sending {
  readonly running: Running;
  readonly token: string;
  readonly files: SentFiles;
  readonly trial: number;
  readonly random: Random;
  /** The server is killed once this many files are acknowledged. */
  readonly enough: number;
}

async function sendUntilKilled(sending: Sending): Promise<void> {
  const { running, token, files, trial, random, enough } = sending;
  const client = new TrialClient(running.url, token);
  let killed = false;
  const writer = async (number: number): Promise<void> => {
    try {
      for (let n = 1; ; n += 1) {
        const size = SMALLEST + Math.floor(random() * (LARGEST - SMALLEST));
        const bytes = fileOf('jpeg', `${trial} ${number} ${n}`, size);
        files.open.set(hashOf(bytes), bytes);
        await sendFile(client, bytes, random);
        files.open.delete(hashOf(bytes));
        files.stored.set(hashOf(bytes), bytes);
        if (files.stored.size >= enough && !killed) {
          killed = true;
          void delay(random() * MOMENT_MS).then(() => running.kill());
        }
        await client.ask('POST', ATTACHMENTS, { sha256: hashOf(bytes), name: String(n) });
        files.rows += 1;
      }
    } catch (error) {
      // The connection is gone because the server was killed. A refusal is an error even then.
      if (!killed || error instanceof RefusedError) throw error;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  await running.ended;
}

/** Sends a file whole or in two to four ranges. Fails if the server does not say in the end that it is stored. */
async function sendFile(client: TrialClient, bytes: Buffer, random: Random): Promise<void> {
  const parts = 1 + Math.floor(random() * 4);
  const step = Math.ceil(bytes.length / parts);
  let stored = false;
  for (let from = 0; from < bytes.length; from += step) {
    const path = `/api/v1/files/${hashOf(bytes)}/?from=${from}&size=${bytes.length}`;
    stored = putSchema.parse(await client.put(path, bytes.subarray(from, from + step))).stored;
  }
  if (!stored) throw new RefusedError(`${hashOf(bytes)} was sent to its end but is not stored`);
}

/** Says which files the server does not have, or has with other bytes. */
export async function missingFiles(
  client: TrialClient,
  stored: Iterable<string>,
): Promise<readonly string[]> {
  const hashes = [...stored];
  const missing: string[] = [];
  for (let at = 0; at < hashes.length; at += HASHES) {
    const asked = hashes.slice(at, at + HASHES);
    const states = statesSchema.parse(await client.ask('POST', STATE, { files: asked }));
    for (const sha256 of asked) {
      if (states[sha256]?.stored !== true) missing.push(`${sha256} is not stored`);
      else if (hashOf(await client.bytes(`/api/v1/files/${sha256}/`)) !== sha256)
        missing.push(`${sha256} has other bytes`);
    }
  }
  return missing;
}

/** Sends unanswered files again, as a device does. Returns their number. */
async function sendAgain(client: TrialClient, files: SentFiles): Promise<number> {
  const unanswered = [...files.open];
  for (const [sha256, bytes] of unanswered) {
    await sendFile(client, bytes, () => 0);
    files.open.delete(sha256);
    files.stored.set(sha256, bytes);
  }
  return unanswered.length;
}
