import http from 'node:http';

/** The outcome of a request: a complete answer, none, or one that broke off. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string; readonly closes: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'cut' };

/** Sends one request on a connection of `agent`. Never rejects. */
export function ask(
  url: string,
  sent: {
    readonly agent: http.Agent;
    readonly token?: string;
    readonly body?: object;
  },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const payload = sent.body && JSON.stringify(sent.body);
    const request = http.request(url, {
      method: payload === undefined ? 'GET' : 'POST',
      agent: sent.agent,
      headers: {
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    request.on('error', () => resolve({ kind: 'refused' }));
    request.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('error', () => resolve({ kind: 'cut' }));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const closes = response.headers.connection === 'close';
        resolve(response.complete ? { kind: 'answered', status, body, closes } : { kind: 'cut' });
      });
    });
    request.end(payload);
  });
}
