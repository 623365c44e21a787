import type { FastifyInstance } from 'fastify';
import type { Draining } from '../process/draining.ts';

/**
 * From then on each answer is the last one on its connection. Node closes the idle ones when the server is closed; one that
 * is just being answered it would keep open for further requests, and the server would wait for it in vain.
 */
export function closeWhenDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
}
