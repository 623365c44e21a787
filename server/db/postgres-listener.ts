import { Client } from 'pg';
import { DatabaseUnavailableError } from './database-errors.ts';

const RETRY_MS = 1000;

interface Listening {
  readonly url: string;
  readonly channel: string;
  /** Null where notifications may have been missed. */
  readonly heard: (payload: string | null) => void;
  readonly onLost: (error: Error) => void;
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

async function connected({ url, channel, heard }: Listening, lost: (error: Error) => void): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  let isUp = false;
  let isLost = false;
  const onLost = (error: Error): void => {
    if (isLost || !isUp) return;
    isLost = true;
    void client.end().catch(() => undefined);
    lost(error);
  };
  client.on('error', onLost);
  client.on('end', () => onLost(new Error('The connection was closed.')));
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  await client.connect();
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  isUp = true;
  return client;
}
