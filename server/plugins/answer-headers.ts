import type { FastifyInstance } from 'fastify';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Headers that every answer carries. Answers of the API are never kept: they are one user's, and they age. */
export function addAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.headers(EVERYWHERE);
    if (isApiPath(request.url) || !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
  });
}

/** Whether an address belongs to the API, where the app's shell is never the answer. */
export function isApiPath(url: string): boolean {
  return /^\/api([/?#]|$)/.test(url);
}
