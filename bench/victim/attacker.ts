import { z } from 'zod';
import { Client } from '../server/load.ts';
import { ATTACKS } from './attacks.ts';

// One attack, in a process of its own, from the message that says which to the signal that ends it.

const order = z.object({ url: z.string(), token: z.string(), attack: z.string() });

process.once('message', (message) => {
  void begin(order.parse(message));
});

async function begin({ url, token, attack }: z.infer<typeof order>): Promise<void> {
  const known = ATTACKS[attack];
  if (!known) throw new Error(`There is no attack '${attack}'`);
  const client = new Client(url, { authorization: `Bearer ${token}` }, known.atOnce);
  const callOf = await known.prepare(client);
  let last = 0;
  let answered = 0;
  const again = async (): Promise<never> => {
    for (;;) {
      last += 1;
      // Whatever it is answered: a server that refuses the attack is a server that holds.
      await client.call(callOf(last)).catch(() => undefined);
      answered += 1;
      if (answered === known.atOnce) process.send?.('under way');
    }
  };
  await Promise.all(Array.from({ length: known.atOnce }, again));
}
