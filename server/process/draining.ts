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
 * Closes each connection with its answer once draining has begun. Node closes idle connections by itself, but
 * would keep one open that is just being answered.
 */
export function closeWhenDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
}
