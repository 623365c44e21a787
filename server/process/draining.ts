import type { FastifyInstance } from 'fastify';

/** Cannot be undone. Open requests are finished. */
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/** Node closes idle connections by itself, but would keep open a connection whose request is being answered. */
export function closeWhenDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
}
