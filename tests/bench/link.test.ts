import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { LinkedPort } from '../../bench/app/linked-port.ts';

it('a link brings every byte, in order, both ways', async () => {
  const http = createServer((request, response) => {
    void buffer(request).then((body) => response.end(body));
  });
  const port = new LinkedPort((connection) => http.emit('connection', connection));
  const url = await port.listen();
  port.setLink({ roundTripMs: 4, bitsPerSecond: 100_000_000 });
  // More than a socket hands over at once.
  const sent = new Uint8Array(500_000).map((_, index) => index % 251);
  const answer = await fetch(url, { method: 'POST', body: sent });
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), sent)).toBe(0);
  const closed = once(http, 'close');
  http.close();
  port.close();
  await closed;
});
