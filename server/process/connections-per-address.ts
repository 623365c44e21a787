import type { Server } from 'node:net';
import { clientNetwork } from '../http/client-network.ts';

/** Closes each connection above the limit of its address, or of its IPv6 network, at once. */
export function limitPerAddress(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
