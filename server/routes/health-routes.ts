import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { describedAnswer } from '../http/api-schema.ts';
import { registerEndpoint } from '../http/endpoint.ts';

/** For a load balancer or a person: the server answers, and so does its database. */
export async function healthRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  registerEndpoint(app, '/api/health/', {
    GET: {
      schema: {
        tags: ['health'],
        summary: 'Whether the server and its database answer',
        security: [],
        response: describedAnswer(200, z.object({ status: z.literal('ok') })),
      },
      handler: async () => {
        await db.query('select 1');
        return { status: 'ok' };
      },
    },
  });
}
