/** The companion server: opens the database, builds the app, listens, and closes everything in order. */

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from './app.ts';
import { requireJwtSecret, storedJwtSecret } from './auth/jwt-secret.ts';
import { type BackupEndpoint, openBackupEndpoint } from './backup/backup-endpoint.ts';
import { beginEpochsAfterCut } from './backup/epochs.ts';
import { type Config, readConfig, whyBeyondTheDemo } from './config/config.ts';
import { processEnvironment } from './config/environment.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { OpenStreams } from './events/event-stream.ts';
import { FileShelf } from './files/file-shelf.ts';
import type { FileStorage } from './files/file-storage.ts';
import { FolderStorage } from './files/folder-storage.ts';
import { S3Storage } from './files/s3-storage.ts';
import { sweepFiles } from './files/sweep-files.ts';
import { Metrics } from './metrics/metrics.ts';
import { MetricsServer } from './metrics/metrics-server.ts';
import { measureEventLoop } from './plugins/overload.ts';
import { daily } from './process/daily.ts';
import { Draining } from './process/draining.ts';
import { readTls } from './process/http-server.ts';
import { addressOf, listenAt } from './process/listening.ts';
import { runProgram } from './process/run-program.ts';
import { closeOnSignal } from './process/shut-down.ts';
import { forgetOldDeletions } from './repositories/forget-deletions.ts';
import { DEMO_SIGN_IN, demoSignInWorks, seedDemo } from './seed/seed-demo.ts';

const AFTER_CUT =
  'The machine stopped while the server was running, so the last seconds of work may be lost. Every app now reads its ' +
  'data again.\n';

await runProgram(async () => {
  const config = readConfig(processEnvironment());
  requireJwtSecret(config);
  const tls = config.tls && (await readTls(config.tls));
  const draining = new Draining();
  const metrics = config.metrics && new Metrics();
  const metricsServer = metrics && new MetricsServer(metrics);
  let app: FastifyInstance | undefined;
  let backupEndpoint: BackupEndpoint | undefined;
  const cleaning: ReturnType<typeof daily>[] = [];
  const db = await openDatabase(config, {
    onIdleError: (error) => app?.log.error({ err: error }, 'idle connection lost'),
    onLost: endWith,
  });
  const files = new FileShelf(storageOf(config), { companyBytes: config.fileBytes });
  const close = async (): Promise<void> => {
    // The order matters: running requests still need the database, and the metrics count them to the end.
    await backupEndpoint?.close();
    await app?.close();
    await Promise.all(cleaning.map((stop) => stop()));
    await metricsServer?.close();
    await db.close();
  };
  try {
    if (config.databaseUrl === undefined && (await beginEpochsAfterCut(db, config.dataDir))) {
      process.stderr.write(AFTER_CUT);
    }
    if (config.seed === 'demo') await seedDemo(db, new Date());
    app = await buildApp(await optionsOf(config, { db, files, tls, draining, metrics }));
    // Set before the first response: a client may stop the process as soon as it has one.
    closeOnSignal({ delayMs: config.shutdownDelayMs, begin: () => draining.begin(), close });
    await listen(app, config, metricsServer);
    if (config.databaseUrl === undefined) {
      backupEndpoint = await openBackupEndpoint(db, config.dataDir, logger(app, 'a requested backup failed'));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const deletionsFailed = logger(app, 'deleting the records of old deletions failed');
  cleaning.push(daily(() => forgetOldDeletions(db), deletionsFailed));
  if (config.extensions.has('attachments')) {
    cleaning.push(daily(() => sweepFiles(db, files.storage), logger(app, 'deleting unused files failed')));
  }
  await announce(app, config, { db, metrics: metricsServer });
});

function storageOf({ dataDir, bucket }: Config): FileStorage {
  return bucket ? new S3Storage(dataDir, bucket) : new FolderStorage(dataDir);
}

/** The process manager then restarts the server. */
function endWith(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function logger({ log }: FastifyInstance, words: string): (error: unknown) => void {
  return (err) => log.error({ err }, words);
}

async function optionsOf(
  config: Config,
  parts: Pick<AppOptions, 'db' | 'files' | 'tls' | 'draining' | 'metrics'>,
): Promise<AppOptions> {
  return {
    ...parts,
    jwtSecret: config.jwtSecret ?? (await storedJwtSecret(parts.db)),
    accessTokenSeconds: config.accessTokenSeconds,
    refreshTokenSeconds: config.refreshTokenSeconds,
    sessionSeconds: config.sessionSeconds,
    staticDir: config.staticDir,
    connectOrigins: config.connectOrigins,
    corsOrigins: config.corsOrigins,
    extensions: config.extensions,
    changeSignal: config.changeSignal,
    trustProxy: config.trustProxy,
    limits: config.connections,
    streams: new OpenStreams(config.streamsPerUser),
    publicOrigin: config.publicOrigin,
    apiDocs: config.apiDocs,
    eventLoopLag: measureEventLoop().lag,
    rateLimitPerMinute: config.rateLimitPerMinute,
    trustLarge: true,
    logLevel: config.logLevel,
  };
}

async function listen(app: FastifyInstance, config: Config, metrics?: MetricsServer): Promise<void> {
  const { host, port } = config;
  if (config.metrics && metrics) {
    const place = { ...config.metrics, from: { host: 'METRICS_HOST', port: 'METRICS_PORT' } };
    await listenAt(place, () => metrics.listen(place));
  }
  await listenAt({ host, port, from: { host: 'HOST', port: 'PORT' } }, () => app.listen({ host, port }));
}

async function announce(
  app: FastifyInstance,
  config: Config,
  { db, metrics }: { readonly db: Database; readonly metrics: MetricsServer | undefined },
): Promise<void> {
  const bound = app.server.address() as AddressInfo;
  const lines = metrics ? [`Metrics are at ${metrics.url}`] : [];
  lines.push(`Restoration CRM is ready: ${config.tls ? 'https' : 'http'}://${addressOf(bound)}`);
  if (await demoSignInWorks(db)) {
    const { username, password } = DEMO_SIGN_IN;
    const reason = whyBeyondTheDemo(config);
    if (reason === undefined) lines.push(`Sign in as ${username} / ${password}`);
    else
      lines.unshift(
        `WARNING: anybody can sign in as ${username} with the published password ${password}, and ${reason}. ` +
          `Change it: npm run admin -- reset-password --username ${username}`,
      );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
