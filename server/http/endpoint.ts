import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RouteHandlerMethod,
} from 'fastify';
import { notFound, Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answers of a route may be large: most of them, or the few that have something to tell. */
    readonly large?: 'mostly' | 'seldom';
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const KNOWN_METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface Operation {
  /** For the API page only: bodies are read by the handler. */
  readonly schema: FastifySchema;
  readonly handler: RouteHandlerMethod;
  /** Of its body, in bytes. Default that of a single record. */
  readonly bodyLimit?: number;
  /** Whether HEAD is answered like GET, but for the body. Default yes; an answer without an end must not be. */
  readonly exposeHeadRoute?: boolean;
  /** Those of `LARGE_ANSWER`, or none. */
  readonly config?: FastifyContextConfig;
  readonly compress?: object;
}

type Answers = Pick<Operation, 'config' | 'compress'>;

/** Of an operation whose answers may be large: they are compressed, and few are under way for one user. */
export const LARGE_ANSWER: Answers = { config: { large: 'mostly' }, compress: {} };
/** The same where the handler says, by `AnswersUnderWay.expectLarge`, that an answer may become large. */
export const SELDOM_LARGE_ANSWER: Answers = { config: { large: 'seldom' }, compress: {} };

/**
 * Registers all that one address answers: its operations, 405 for the other methods, and the address without
 * its last slash, which sends a GET on as Django does. A write is refused there: a client that follows a
 * redirect of a POST makes a GET of it, and the data would be lost without a word.
 */
export function registerEndpoint(
  app: FastifyInstance,
  url: string,
  operations: Readonly<Partial<Record<Method, Operation>>>,
): void {
  const allowed: string[] = [];
  for (const [method, operation] of Object.entries(operations)) {
    app.route({ method, url, ...operation });
    allowed.push(method);
  }
  const refused = KNOWN_METHODS.filter((method) => !allowed.includes(String(method)));
  if (operations.GET?.exposeHeadRoute === false) refused.push('HEAD');
  else if (operations.GET) allowed.push('HEAD');
  const allow = [...allowed, 'OPTIONS'].join(', ');

  app.route({
    method: refused,
    url,
    schema: { hide: true },
    // Before the body is read: a wrong method is the first thing to say.
    onRequest: async (request) => {
      throw new Problem(405, { detail: `Method "${request.method}" not allowed.` }, { allow });
    },
    ...(operations.GET?.exposeHeadRoute === false ? { onSend: withoutBodyOfHead } : {}),
    handler: unreachable,
  });
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    handler: async (_request, reply) => reply.code(204).header('allow', allow).send(),
  });
  registerWithoutSlash(app, url.slice(0, -1));
}

function registerWithoutSlash(app: FastifyInstance, url: string): void {
  app.route({
    method: 'GET',
    url,
    schema: { hide: true },
    handler: async (request, reply) => {
      const [path = '', query] = request.raw.url?.split('?', 2) ?? [];
      return reply.redirect(query === undefined ? `${path}/` : `${path}/?${query}`, 301);
    },
  });
  app.route({
    method: KNOWN_METHODS.filter((method) => method !== 'GET'),
    url,
    schema: { hide: true },
    onRequest: async (request) => {
      const path = request.raw.url?.split('?', 1)[0] ?? '';
      throw notFound(`The address must end with a slash: ${path}/`);
    },
    handler: unreachable,
  });
}

/** What Fastify does for the HEAD routes that it makes itself. */
async function withoutBodyOfHead(
  { method }: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  return method === 'HEAD' ? null : payload;
}

async function unreachable(): Promise<never> {
  throw new Error('The onRequest hook of this route always answers');
}
