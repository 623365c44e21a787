import type { TestServer } from './server.ts';

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address. By default this machine's. */
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed body, or null if it is not JSON. */
  readonly json: unknown;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Sends one request without using a port: send(server, 'GET /api/health/'). */
export async function send(
  server: TestServer,
  line: `${Method} ${string}`,
  sent: Sent = {},
): Promise<Answer> {
  const [method = '', url = ''] = line.split(' ', 2);
  const payload = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const response = await server.app.inject({
    method: method as Method,
    url,
    headers: {
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(payload === undefined ? {} : { payload }),
    ...(sent.address === undefined ? {} : { remoteAddress: sent.address }),
  });
  const type = String(response.headers['content-type'] ?? '');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: type.includes('json') && response.body !== '' ? (JSON.parse(response.body) as unknown) : null,
  };
}

export function sortedStatuses(answers: readonly Answer[]): readonly number[] {
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}
