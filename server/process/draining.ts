import type { FastifyInstance } from 'fastify';

/** Begins when the server is asked to stop, and cannot be undone. Open requests are finished. */
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/**
 * Once draining has begun, each answer is the last one on its connection. On close, Node closes idle connections, but
 * would keep one open that is just being answered, and the server would wait for it.
 */
export function closeWhenDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
}
