import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';

/** An empty body counts as missing. Only own keys are ever read, so `__proto__` is harmless. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async ({ headers }) => {
    refuseEncoding(headers['content-encoding'], headers['content-type']);
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      // Not worth parsing: no handler reads the body of a 404, and anyone can send one.
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

/** The API needs five levels, for a reference in a batch. Much deeper JSON exhausts the stack when it is serialized. */
const DEEPEST = 20;

/** Elements and members together. A batch of 200 complete records has about 5,000. */
const MOST_PARTS = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Looks only at brackets and commas, which is cheaper than parsing. */
export function jsonFault(text: string): string | undefined {
  let depth = 0;
  let parts = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) {
      place = endOfQuoted(text, place);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      parts += 1;
      if (depth > DEEPEST) return `nested more than ${DEEPEST} levels deep`;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    } else if (code === COMMA) {
      parts += 1;
    }
    if (parts > MOST_PARTS) return `more than ${MOST_PARTS} parts`;
  }
  return undefined;
}

function endOfQuoted(text: string, begin: number): number {
  let end = begin;
  do {
    end = text.indexOf('"', end + 1);
  } while (end >= 0 && isEscaped(text, end));
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (place - first) % 2 === 1;
}
