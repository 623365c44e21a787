import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonFault } from '../http/json-fault.ts';
import { Problem } from '../http/problem.ts';

/**
 * Accepts JSON bodies only; an empty one counts as missing. Only own keys are ever read, so `__proto__` is harmless.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async ({ headers }) => {
    refuseEncoding(headers['content-encoding'], headers['content-type']);
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      // No handler reads it, and anybody may send it.
      if (request.is404) return undefined;
      const text = typeof body === 'string' ? body : decoded(body);
      if (text === '') return undefined;
      const fault = jsonFault(text);
      if (fault !== undefined) throw malformed(fault);
      return parsed(text);
    },
  );
}

/** A compressed body, or one in another character set, would be misread. */
function refuseEncoding(encoding: string | undefined, type: string | undefined): void {
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new Problem(415, { detail: `Unsupported content encoding "${encoding}" in request.` });
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Problem(415, { detail: `Unsupported charset "${charset}" in request.` });
  }
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw malformed('not in UTF-8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(error.message);
  }
}

function malformed(reason: string): Problem {
  return new Problem(400, { detail: `JSON parse error - ${reason}` });
}
