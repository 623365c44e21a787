import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { SignInThrottle } from './auth/sign-in-throttle.ts';
import { Tokens } from './auth/tokens.ts';
import { type ChangeSignal, DEFAULT_SIGNAL } from './config/config.ts';
import type { Extensions } from './config/extensions.ts';
import { fastifyTrust, type TrustProxy } from './config/trust-proxy.ts';
import type { Database } from './db/database.ts';
import { DiskWatch } from './db/disk-watch.ts';
import type { OpenStreams } from './events/event-stream.ts';
import type { FileShelf } from './files/file-shelf.ts';
import { namePublicOrigin } from './http/public-origin.ts';
import { BODY_LIMITS } from './http/size-limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import { answerHeaders } from './plugins/answer-headers.ts';
import { type AnswerLimits, AnswersUnderWay } from './plugins/answers-under-way.ts';
import { addApiDocs } from './plugins/api-docs.ts';
import { compressLargeAnswers } from './plugins/compression.ts';
import { allowOrigins } from './plugins/cors.ts';
import { answerError } from './plugins/error-answers.ts';
import { acceptJsonBodies } from './plugins/json-bodies.ts';
import { type EventLoopLag, shedLoad } from './plugins/overload.ts';
import { limitRate, type Weigh } from './plugins/rate-limit.ts';
import { type LogStream, logNoRequest, logOptions, logRequests, logWhenOver } from './plugins/request-log.ts';
import { applySchemas } from './plugins/schemas.ts';
import { serveApp } from './plugins/static-app.ts';
import { closeWhenDraining, Draining } from './process/draining.ts';
import { answerClientError, type ConnectionLimits, httpServer, type Tls } from './process/http-server.ts';
import { attachments } from './resources/attachments.ts';
import { serverResources } from './resources/server-resources.ts';
import { authRoutes } from './routes/auth-routes.ts';
import { companyRoutes } from './routes/company-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import { resourceRoutes } from './routes/resource-routes.ts';
import { syncRoutes } from './routes/sync-routes.ts';

export interface AppOptions {
  /** Open and migrated. The app does not close it. */
  readonly db: Database;
  readonly jwtSecret: string;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** A sign-in ends after this time, however often its tokens are renewed. */
  readonly sessionSeconds: number;
  /** The built app, which may be missing. */
  readonly staticDir: string;
  /** Origins that the built app may call. */
  readonly connectOrigins?: readonly string[];
  readonly corsOrigins?: readonly string[];
  readonly extensions: Extensions;
  /** Used with the extension `attachments`. */
  readonly files: FileShelf;
  /** How often a stream's session is checked. Default one minute. */
  readonly eventWatchMs?: number;
  readonly streams?: OpenStreams;
  readonly changeSignal?: ChangeSignal;
  readonly tls?: Tls | undefined;
  readonly limits?: Partial<ConnectionLimits>;
  /** If undefined, links between list pages use the request's host where it can be trusted. */
  readonly publicOrigin?: string | undefined;
  readonly apiDocs?: boolean;
  /** Sends large responses without the schema check, which takes 4 ms per 1,000 rows. Default false. */
  readonly trustLarge?: boolean;
  readonly answers?: Partial<AnswerLimits>;
  readonly trustProxy?: TrustProxy;
  readonly draining?: Draining;
  readonly metrics?: Metrics | undefined;
  /** How long a health check waits. Default 2 s. */
  readonly databaseLimitMs?: number;
  /** Requests are refused above half a second of lag. */
  readonly eventLoopLag?: EventLoopLag;
  /** 0 means no limit. */
  readonly rateLimitPerMinute?: number;
  readonly logLevel: string;
  readonly logStream?: LogStream;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const disk = new DiskWatch(options.metrics?.measured(options.db) ?? options.db);
  const setHeaders = answerHeaders(options.connectOrigins ?? []);
  const app = fastify(options, setHeaders);
  const draining = options.draining ?? new Draining();
  namePublicOrigin(app, options.publicOrigin);
  applySchemas(app, options);
  app.setErrorHandler(answerError);
  acceptJsonBodies(app);
  options.metrics?.watch(app);
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply));
  logRequests(app);
  closeWhenDraining(app, draining);
  await allowOrigins(app, options.corsOrigins ?? []);
  if (options.eventLoopLag) shedLoad(app, options.eventLoopLag);

  const tokens = new Tokens({
    secret: options.jwtSecret,
    accessSeconds: options.accessTokenSeconds,
    refreshSeconds: options.refreshTokenSeconds,
    sessionSeconds: options.sessionSeconds,
  });
  const weigh = await limitRate(app, tokens, options.rateLimitPerMinute ?? 0);
  if (options.apiDocs ?? true) await addApiDocs(app);
  await compressLargeAnswers(app);
  await app.register(healthRoutes, { disk, draining, databaseLimitMs: options.databaseLimitMs });
  await registerApi(app, options, { db: disk.db, tokens, weigh });
  await serveApp(app, options.staticDir);
  return app;
}

function fastify(options: AppOptions, setHeaders: ReturnType<typeof answerHeaders>): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: logOptions(options.logLevel, options.logStream),
    // `logRequests` writes one line per request instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMITS.record,
    trustProxy: fastifyTrust(options.trustProxy),
    // `closeWhenDraining` answers requests on open connections, then closes them.
    return503OnClosing: false,
    serverFactory: (handler) => httpServer({ tls: options.tls, limits: options.limits }, handler),
    clientErrorHandler: (error, socket) => {
      const address = socket.remoteAddress;
      const status = answerClientError(error, socket);
      if (status !== undefined) logNoRequest(app.log, { status, address });
    },
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (error, request, reply) => {
      // Fastify calls no hooks for these errors.
      logWhenOver(request, reply);
      setHeaders(request, reply);
      answerError(error, request, reply);
    },
  });
  return app;
}

async function registerApi(
  app: FastifyInstance,
  options: AppOptions,
  services: { readonly db: Database; readonly tokens: Tokens; readonly weigh: Weigh },
): Promise<void> {
  const { db, tokens, weigh } = services;
  const { extensions } = options;
  const throttleOver = (theirs: Database) => new SignInThrottle({ db: theirs, secret: options.jwtSecret });
  await app.register(authRoutes, { db, tokens, extensions, throttleOver });
  const hasFiles = extensions.has('attachments');
  const resources = [...Object.values(serverResources), ...(hasFiles ? [attachments] : [])];
  const answers = new AnswersUnderWay(options.answers);
  await app.register(resourceRoutes, { db, tokens, resources, extensions, answers });
  await app.register(syncRoutes, { db, tokens, resources, extensions, weigh, answers });
  if (hasFiles) await app.register(fileRoutes, { db, tokens, shelf: options.files });
  if (extensions.has('company-settings')) await app.register(companyRoutes, { db, tokens });
  if (extensions.has('events')) {
    const { accessTokenSeconds, eventWatchMs: watchMs, streams, changeSignal = DEFAULT_SIGNAL } = options;
    await app.register(eventRoutes, { db, tokens, accessTokenSeconds, watchMs, streams, changeSignal });
  }
}
