import { Client, DatabaseError } from 'pg';
import { DatabaseUnavailableError, ListenRefusedError, translateServerError } from './database-errors.ts';

const RETRY_MS = 1000;
/** Without a heartbeat, a dead connection would go unnoticed for hours. */
const HEARTBEAT_MS = 15_000;
const ANSWER_MS = 5_000;

interface Listening {
  readonly url: string;
  readonly channel: string;
  /** Gets null when notifications may have been missed. */
  readonly heard: (payload: string | null) => void;
  readonly onLost: (error: Error) => void;
  readonly heartbeatMs?: number;
}

/**
 * Listens on a connection of its own, and reconnects when that is lost. Only the first attempt can fail, with
 * `DatabaseUnavailableError` or `ListenRefusedError`.
 */
export async function listenOnPostgres(listening: Listening): Promise<() => Promise<void>> {
  let stopped = false;
  let client = await connected(listening, lost).catch((error: unknown) => {
    throw error instanceof ListenRefusedError ? error : new DatabaseUnavailableError(error);
  });

  function lost(error: Error): void {
    if (stopped) return;
    listening.onLost(error);
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    while (!stopped) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (stopped) return;
      try {
        const next = await connected(listening, lost);
        if (stopped) return void next.end();
        client = next;
        return listening.heard(null);
      } catch {
        // `onLost` has already reported the loss.
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
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw refusalIn(error);
  }
  isUp = true;
  heartbeat = setInterval(() => void client.query('select 1').catch(onLost), heartbeatMs).unref();
  return client;
}

/** An error from the server means that LISTEN is refused, unless the server is only out of resources. */
function refusalIn(error: unknown): unknown {
  const isRefused = error instanceof DatabaseError && translateServerError(error) === error;
  return isRefused ? new ListenRefusedError(error) : error;
}
