import { z } from 'zod';
import { customerSpec } from '../../../src/domain/customer.ts';
import { DEMO_USER } from './companion.ts';
import type { Server } from './server.ts';
import type { Credentials } from './sign-in.ts';

/** A user of the company with 200 customers. */
export const ANNA: Credentials = DEMO_USER;
/** Anna's colleague, with the same customers. His name cannot be broken, and is wider than a phone. */
export const CARL: Credentials = {
  username: 'carlvonwolfeschlegelsteinhausenbergerdorffdersechste',
  password: 'beside-anna-7',
};
/** A user of another company, which has no customers. */
export const BERT: Credentials = { username: 'bert-of-elsewhere', password: 'elsewhere-42' };

const tokens = z.object({ access: z.string() });
const profile = z.object({ id: z.number() });
const customers = z.object({ results: z.array(z.object({ id: z.number(), email: z.string() })) });

/** A user on the server, read without the browser. */
export interface HeldPerson {
  /** The `user_id` in the user's tokens. */
  readonly id: string;
  /** Returns the email addresses of the customers that the server shows the user. */
  emails(): Promise<string[]>;
}

export async function personOn(server: Server, user: Credentials): Promise<HeldPerson> {
  const { access } = tokens.parse(await call(server, '/api/v1/auth/token/', { body: user }));
  const { id } = profile.parse(await call(server, '/api/v1/auth/user/', { access }));
  return {
    id: String(id),
    emails: async () => {
      const body = await call(server, `${customerSpec.path}?page_size=500`, { access });
      return customers.parse(body).results.map(({ email }) => email);
    },
  };
}

async function call(
  server: Server,
  path: string,
  { access, body }: { readonly access?: string; readonly body?: unknown },
): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return response.json();
}
