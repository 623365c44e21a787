import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/**
 * Writes to the port of a listening server as no client would, part by part with a pause before each but the first, and
 * answers all that came back until the server closed the connection.
 */
export async function rawRequest(
  url: string,
  parts: readonly (string | Buffer)[],
  pauseMs = 0,
): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', resolve);
  });
  // The server may close at any time: what it said before is what counts.
  socket.on('error', () => {});
  for (const [index, part] of parts.entries()) {
    if (index > 0) await after(pauseMs);
    // As a browser does: a write that fails would take along what has come and is not read.
    if (!socket.writable || text !== '') break;
    socket.write(part);
  }
  await closed;
  return text;
}

/** Status and JSON body of a raw answer; the body is null where it is no JSON. */
export function readRaw(text: string): { readonly status: number; readonly json: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  return {
    status,
    json: /^content-type: application\/json/im.test(head) ? (JSON.parse(body) as unknown) : null,
  };
}
