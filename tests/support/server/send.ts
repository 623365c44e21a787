import type { TestServer } from './server.ts';

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  /** Instead of `body`, as it is. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it comes from; this machine otherwise. */
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed body; null where it is no JSON. */
  readonly json: unknown;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One request, without a port: send(server, 'GET /api/health/'). */
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

/** The statuses of answers that came in any order. */
export function sortedStatuses(answers: readonly Answer[]): readonly number[] {
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}
