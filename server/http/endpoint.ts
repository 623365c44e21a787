import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { detailBody, fieldErrorsBody, notFound, Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Says when responses are large: usually, or only when there is news. */
    readonly large?: 'mostly' | 'seldom';
    /** Answers are a company's files: browsers may keep them, and must not run them. */
    readonly files?: true;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const KNOWN_METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface OperationSchema extends FastifySchema {
  readonly body?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly params?: z.ZodType;
  /** By status. `registerEndpoint` adds the failures that all routes share. */
  readonly response: Readonly<Record<number, z.ZodType>>;
}

type CheckedRequest<S extends OperationSchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  FastifyRequest['raw'],
  S,
  ZodTypeProvider
>;

type SuccessOf<S extends OperationSchema> = S['response'] extends { readonly 200: infer A extends z.ZodType }
  ? Given<z.output<A>>
  : never;

type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Given<T[K]> }
    : T;

export interface Operation<S extends OperationSchema = OperationSchema> {
  readonly schema: S;
  readonly handler: (request: CheckedRequest<S>, reply: FastifyReply) => Promise<SuccessOf<S> | FastifyReply>;
  /** In bytes. Default: the limit for a single record. */
  readonly bodyLimit?: number;
  /** Must be false for a stream that does not end. */
  readonly exposeHeadRoute?: boolean;
  readonly config?: FastifyContextConfig;
  readonly compress?: object;
}

interface Operations<
  G extends OperationSchema = OperationSchema,
  C extends OperationSchema = OperationSchema,
  U extends OperationSchema = OperationSchema,
  D extends OperationSchema = OperationSchema,
  P extends OperationSchema = OperationSchema,
> {
  readonly GET?: Operation<G>;
  readonly POST?: Operation<C>;
  readonly PUT?: Operation<P>;
  readonly PATCH?: Operation<U>;
  readonly DELETE?: Operation<D>;
}

type Answers = Pick<Operation, 'config' | 'compress'>;

/** Responses are compressed, and only a few per user may be in progress. */
export const LARGE_ANSWER: Answers = { config: { large: 'mostly' }, compress: {} };
/** For handlers that call `AnswersUnderWay.expectLarge`. */
export const SELDOM_LARGE_ANSWER: Answers = { config: { large: 'seldom' }, compress: {} };

/**
 * Answers other methods with 405. A GET without the trailing slash is redirected, as in Django. A write without it is
 * refused, because after a redirect, clients turn a POST into a GET and silently lose the data.
 */
export function registerEndpoint<
  G extends OperationSchema,
  C extends OperationSchema,
  U extends OperationSchema,
  D extends OperationSchema,
  P extends OperationSchema,
>(app: FastifyInstance, url: string, operations: Operations<G, C, U, D, P>): void;
export function registerEndpoint(app: FastifyInstance, url: string, operations: Operations): void {
  const allowed: string[] = [];
  for (const [method, operation] of Object.entries(operations) as [Method, Operation][]) {
    const { schema, ...options } = operation;
    app.route({
      method,
      url,
      ...options,
      schema: withFailures(schema),
      handler: ((request: CheckedRequest<OperationSchema>, reply) =>
        operation.handler(request, reply)) as RouteHandlerMethod,
    });
    allowed.push(method);
  }
  const hasHead = operations.GET !== undefined && operations.GET.exposeHeadRoute !== false;
  if (hasHead) allowed.push('HEAD');
  const allow = [...allowed, 'OPTIONS'].join(', ');
  const refused = KNOWN_METHODS.filter((method) => !allowed.includes(String(method)));
  refuseMethods(app, url, { refused: operations.GET && !hasHead ? [...refused, 'HEAD'] : refused, allow });
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    handler: async (_request, reply) => reply.code(204).header('allow', allow).send(),
  });
  registerWithoutSlash(app, url.slice(0, -1));
}

function withFailures(schema: OperationSchema): OperationSchema {
  const failures = { ...(schema.body ? { 400: fieldErrorsBody } : {}), '4xx': detailBody, '5xx': detailBody };
  return { ...schema, response: { ...failures, ...schema.response } };
}

function refuseMethods(
  app: FastifyInstance,
  url: string,
  { refused, allow }: { readonly refused: HTTPMethods[]; readonly allow: string },
): void {
  app.route({
    method: refused,
    url,
    schema: { hide: true },
    // Runs before the body is read, so that a wrong method is the first error reported.
    onRequest: async (request) => {
      throw new Problem(405, { detail: `Method "${request.method}" not allowed.` }, { allow });
    },
    ...(refused.includes('HEAD') ? { onSend: withoutBodyOfHead } : {}),
    handler: unreachable,
  });
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
