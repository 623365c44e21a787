import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listened on a moment ago, for a program that cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}
