import type { FastifyInstance } from 'fastify';

/** Sends a browser's request to a server in this process. */
export async function injectRequest(app: FastifyInstance, request: Request): Promise<Response> {
  const payload = await request.text();
  const { pathname, search } = new URL(request.url);
  const answer = await app.inject({
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(payload === '' ? {} : { payload }),
  });
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode, headers });
}
