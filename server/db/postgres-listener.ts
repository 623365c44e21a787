import { Client } from 'pg';
import { DatabaseUnavailableError } from './database-errors.ts';

const RETRY_MS = 1000;
/** A connection that dies without a word would be taken for a quiet one by the system for hours. */
const HEARTBEAT_MS = 15_000;
const ANSWER_MS = 5_000;

interface Listening {
  readonly url: string;
  readonly channel: string;
  /** Null where notifications may have been missed. */
  readonly heard: (payload: string | null) => void;
  readonly onLost: (error: Error) => void;
  readonly heartbeatMs?: number;
}

/**
 * Listens on a connection of its own, and comes back as long as it takes where that is lost. Fails with
 * `DatabaseUnavailableError` where the first one cannot be made. Answers how to stop.
 */
export async function listenOnPostgres(listening: Listening): Promise<() => Promise<void>> {
  let stopped = false;
  let client = await connected(listening, lost).catch((error: unknown) => {
    throw new DatabaseUnavailableError(error);
  });

  function lost(error: Error): void {
    if (stopped) return;
    listening.onLost(error);
    void comeBack();
  }

  async function comeBack(): Promise<void> {
    while (!stopped) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (stopped) return;
      try {
        const next = await connected(listening, lost);
        if (stopped) return void next.end();
        client = next;
        return listening.heard(null);
      } catch {
        // The first loss was told; that it lasts is no news.
      }
    }
  }

  return async () => {
    stopped = true;
    await client.end().catch(() => undefined);
  };
}

async function connected(
  { url, channel, heard, heartbeatMs = HEARTBEAT_MS }: Listening,
  lost: (error: Error) => void,
): Promise<Client> {
  const answerMs = Math.min(ANSWER_MS, heartbeatMs);
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: answerMs,
    keepAlive: true,
  });
  let heartbeat: NodeJS.Timeout | undefined;
  let isUp = false;
  let isLost = false;
  const onLost = (error: Error): void => {
    if (isLost || !isUp) return;
    isLost = true;
    clearInterval(heartbeat);
    void client.end().catch(() => undefined);
    lost(error);
  };
  client.on('error', onLost);
  client.on('end', () => {
    clearInterval(heartbeat);
    onLost(new Error('The connection was closed.'));
  });
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  await client.connect();
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  isUp = true;
  heartbeat = setInterval(() => void client.query('select 1').catch(onLost), heartbeatMs).unref();
  return client;
}
