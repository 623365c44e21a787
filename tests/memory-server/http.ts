import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import type { EventStreams } from './event-streams.ts';
import type { MemoryServer } from './memory-server.ts';
import { type WireRequest, wireRequest } from './wire.ts';

/** Reads a request of Node's HTTP server to its end. */
export async function readRequest(request: IncomingMessage): Promise<WireRequest> {
  const { method = 'GET', url: path = '/', headers } = request;
  const isBytes = headers['content-type'] === 'application/octet-stream';
  const sent = isBytes ? { text: '', bytes: await buffer(request) } : { text: await text(request) };
  return wireRequest({ method, path, ...sent }, (name) => headers[name]);
}

/** Answers requests of Node's HTTP server from memory. */
export function httpListener(
  server: MemoryServer,
  streams: EventStreams,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const asked = await readRequest(request);
    if (server.streams(asked)) return stream(asked, response, streams);
    const answer = server.handle(asked);
    response.writeHead(answer.status, answer.headers).end(answer.bytes ?? answer.text);
  };
}

function stream({ path }: WireRequest, response: ServerResponse, streams: EventStreams): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const beat = new URLSearchParams(path.split('?', 2)[1]).get('beat');
  const leave = streams.open(
    beat,
    (sent) => void response.write(sent),
    () => void response.end(),
  );
  response.once('close', leave);
}
