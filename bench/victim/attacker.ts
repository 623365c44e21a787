import { z } from 'zod';
import { ATTACKS } from './attacks.ts';
import { AttemptCount } from './attempt-count.ts';

// Runs one attack in its own process, from the message that names the attack to the one that ends it. Reports when the
// attack is under way, and its counts on request.

const order = z.object({ url: z.string(), token: z.string(), attack: z.string() });

process.once('message', (message) => {
  void begin(order.parse(message));
});

async function begin({ url, token, attack }: z.infer<typeof order>): Promise<void> {
  const known = ATTACKS[attack];
  if (!known) throw new Error(`There is no attack '${attack}'`);
  const attempt = await known.prepare({ url, token });
  const count = new AttemptCount(known.takenOn);
  let last = 0;
  let isOver = false;
  process.on('message', (message) => {
    if (message === 'count') process.send?.(count.take());
    else isOver = true;
  });
  const again = async (): Promise<void> => {
    while (!isOver) {
      last += 1;
      count.add(await attempt(last));
      if (count.sum === known.atOnce) process.send?.('under way');
    }
  };
  await Promise.all(Array.from({ length: known.atOnce }, again));
  process.disconnect();
}
