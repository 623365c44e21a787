import type { FastifyInstance } from 'fastify';
import type { Draining } from '../process/draining.ts';

/**
 * Once draining has begun, each answer is the last one on its connection. On close, Node closes idle connections, but
 * would keep one open that is just being answered, and the server would wait for it.
 */
export function closeWhenDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
}
