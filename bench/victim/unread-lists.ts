import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { LONG_TEXT } from '../../server/http/fields.ts';
import { UnreadAnswers } from '../../tests/support/server/unread-answers.ts';
import { makeRecords } from '../server/fill.ts';
import { Client } from '../server/load.ts';
import { type Attack, NO_ANSWER, type Target } from './attack.ts';

// Lists of the largest records that there can be, asked for on many connections and not read.

const ESTIMATES = '/api/v1/estimates/estimates/';
const AT_ONCE = 40;
/** As many as the longest page has. */
const RECORDS = 1_000;
/** 120 KB each: more of them would be a larger body than the server reads. */
const IN_A_BATCH = 8;
/** Of signs that take four bytes each. */
const TEXT = '😀'.repeat(LONG_TEXT.max);
/** The network keeps the first answers of a connection; those behind them stay with the server. */
const ANSWERS_EACH = 4;
/** Then the connection is given up for another one: two to six seconds, at another time each. */
const LEAST_MS = 2_000;
const STEP_MS = 4_000 / AT_ONCE;
/** For the head of an answer that the network has had for long. */
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

/** Of the first answer of a connection, which is looked at when nothing more is wanted of it. */
async function firstStatus(socket: Socket): Promise<number> {
  const head = once(socket, 'data').then(([part]: unknown[]) => String(part));
  socket.resume();
  const text = await Promise.race([head, after(LOOK_MS, '')]);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? NO_ANSWER);
}
