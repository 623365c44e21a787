import { request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { BODY_LIMITS } from '../../server/http/size-limits.ts';
import { type Attack, NO_ANSWER } from './attack.ts';

// Attacks with sign-ins whose bodies take the longest to parse for their length.

const SIGN_IN = '/api/v1/auth/token/';
const AT_ONCE = 20;
/** The server's default limit for one address, which is 6,000 a minute. */
const A_SECOND = 100;
const MIB = 1024 * 1024;

/** Bodies of one megabyte, and of the largest size that the server reads for a sign-in. */
const BODIES = [MIB, BODY_LIMITS.signIn].flatMap((bytes) => [wide(bytes), deep(bytes)]);

export const largeBodies: Attack = {
  title: `${A_SECOND} sign-ins a second with JSON of 1 MB and 16 KB, many parts and deep, signed out`,
  atOnce: AT_ONCE,
  takenOn: [400, 413],
  prepare: async ({ url }) => {
    const address = new URL(SIGN_IN, url);
    return async (n) => {
      const [status] = await Promise.all([
        post(address, BODIES[n % BODIES.length] ?? wide(MIB)),
        after((AT_ONCE * 1_000) / A_SECOND),
      ]);
      return status;
    };
  },
};

function wide(bytes: number): Buffer {
  return Buffer.from(`[${'{},'.repeat(Math.floor((bytes - 4) / 3))}{}]`);
}

function deep(bytes: number): Buffer {
  return Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2));
}

/** Opens a new connection each time, because the server closes a connection when it does not read the whole body. */
function post(address: URL, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const asked = request(address, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? NO_ANSWER);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed the connection while the body was being sent. The error can arrive before the answer.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(NO_ANSWER);
      else reject(error);
    });
    asked.end(body);
  });
}
