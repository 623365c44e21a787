import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { LONG_TEXT } from '../../server/http/fields.ts';
import { UnreadAnswers } from '../../tests/support/server/unread-answers.ts';
import { makeRecords } from '../server/fill.ts';
import { Client } from '../server/load.ts';
import { type Attack, NO_ANSWER, type Target } from './attack.ts';

// Attacks by requesting lists of the largest records on many connections without reading them.

const ESTIMATES = '/api/v1/estimates/estimates/';
const AT_ONCE = 40;
/** The largest page. */
const RECORDS = 1_000;
/** Each record has 120 KB, so more of them would exceed the server's body limit. */
const IN_A_BATCH = 8;
/** Characters of four bytes each. */
const TEXT = '😀'.repeat(LONG_TEXT.max);
/** The network buffers the first answers of a connection. The server must keep the later ones in memory. */
const ANSWERS_EACH = 4;
/** Each connection is replaced after two to six seconds. */
const LEAST_MS = 2_000;
const STEP_MS = 4_000 / AT_ONCE;
/** Time in ms to read the head of an answer that has already arrived. */
const LOOK_MS = 50;

export const unreadLists: Attack = {
  title: `lists of the longest records on ${AT_ONCE} connections at once, unread`,
  atOnce: AT_ONCE,
  takenOn: [200],
  async prepare(target) {
    await fillLists(target);
    return async (n) => {
      const { url, token } = target;
      const answers = await UnreadAnswers.open(url, { path: `${ESTIMATES}?page_size=${RECORDS}`, token });
      for (let asked = 0; asked < ANSWERS_EACH; asked += 1) answers.ask();
      await after(LEAST_MS + (n % AT_ONCE) * STEP_MS);
      const status = await firstStatus(answers.socket);
      answers.socket.destroy();
      return status;
    };
  },
};

async function fillLists({ url, token }: Target): Promise<void> {
  const client = new Client(url, { authorization: `Bearer ${token}` });
  const list = await client.must({ method: 'GET', path: `${ESTIMATES}?page_size=1` });
  const { count } = z.object({ count: z.int() }).parse(JSON.parse(list));
  if (count < RECORDS) {
    const owner = { first_name: 'Ann', last_name: 'Lee', email: 'owner@example.com' };
    const made = await client.must({
      method: 'POST',
      path: '/api/v1/customers/customers/',
      body: JSON.stringify(owner),
    });
    const { id: customer } = z.object({ id: z.int() }).parse(JSON.parse(made));
    const texts = { description: TEXT, terms_and_conditions: TEXT, notes: TEXT };
    await makeRecords(client, {
      resource: 'estimates',
      count: RECORDS - count,
      inABatch: IN_A_BATCH,
      bodyOf: () => ({ title: 'Roof', customer, subtotal: 1, valid_until: '2030-01-31', ...texts }),
    });
  }
  client.close();
}

/** Returns the status of a connection's first answer. Called just before the connection is destroyed. */
async function firstStatus(socket: Socket): Promise<number> {
  const head = once(socket, 'data').then(([part]: unknown[]) => String(part));
  socket.resume();
  const text = await Promise.race([head, after(LOOK_MS, '')]);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? NO_ANSWER);
}
