import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/**
 * Writes raw parts to a server's port, with a pause before each part but the first. Returns everything that the server
 * sent until it closed the connection.
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
  // The server may close the connection at any time. Only its answer matters.
  socket.on('error', () => {});
  for (const [index, part] of parts.entries()) {
    if (index > 0) await after(pauseMs);
    // Stop at an answer, as a browser does: a failed write would discard data that has arrived but is not read.
    if (!socket.writable || text !== '') break;
    socket.write(part);
  }
  await closed;
  return text;
}

/** Returns the status and JSON body of a raw answer. The body is null if it is not JSON. */
export function readRaw(text: string): { readonly status: number; readonly json: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  return {
    status,
    json: /^content-type: application\/json/im.test(head) ? (JSON.parse(body) as unknown) : null,
  };
}
