import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';

/** One mebibyte: a record is a few kilobytes. */
export const BODY_LIMIT = 1_048_576;

/** JSON is the one kind of body; an empty one reads as none. Only own keys are ever read, so `__proto__` is harmless. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => {
      const text = body.toString();
      if (text === '') return undefined;
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new Problem(400, { detail: `JSON parse error - ${error.message}` });
      }
    },
  );
}
