import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { requireJwtSecret, storedJwtSecret } from './auth/jwt-secret.ts';
import { type Config, processEnvironment, readConfig } from './config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { Draining } from './draining.ts';
import { readTls } from './http-server.ts';
import { measureEventLoop } from './plugins/overload.ts';
import { runProgram, UsageError } from './run-program.ts';
import { DEMO_SIGN_IN, demoSignInWorks, seedDemo } from './seed/seed-demo.ts';
import { closeOnSignal } from './shut-down.ts';

await runProgram(async () => {
  const config = readConfig(processEnvironment());
  requireJwtSecret(config);
  const tls = config.tls && (await readTls(config.tls));
  const draining = new Draining();
  let app: FastifyInstance | undefined;
  const db = await openDatabase(config, (error) => app?.log.error({ err: error }, 'idle connection lost'));
  try {
    if (config.seed === 'demo') await seedDemo(db, new Date());
    app = await buildApp({
      db,
      jwtSecret: config.jwtSecret ?? (await storedJwtSecret(db)),
      accessTokenSeconds: config.accessTokenSeconds,
      refreshTokenSeconds: config.refreshTokenSeconds,
      staticDir: config.staticDir,
      connectOrigins: config.connectOrigins,
      corsOrigins: config.corsOrigins,
      tls,
      trustProxy: config.trustProxy,
      draining,
      eventLoopLag: measureEventLoop().lag,
      rateLimitPerMinute: config.rateLimitPerMinute,
      logLevel: config.logLevel,
    });
    await listen(app, config);
  } catch (error) {
    await app?.close();
    await db.close();
    throw error;
  }
  const running = app;
  closeOnSignal(async () => {
    draining.begin();
    // In this order: requests that are being answered still need the database.
    await running.close();
    await db.close();
  });
  await announce(app, db, config);
});

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const address = `${config.host}:${config.port}`;
    if (code === 'EADDRINUSE') {
      throw new UsageError(
        `${address} is already in use. Stop what runs there, or set PORT to another number.`,
      );
    }
    if (code === 'EACCES')
      throw new UsageError(`This user may not listen on ${address}. Set PORT to 1024 or above.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UsageError(`This machine has no address ${config.host}. Set HOST to another one.`);
    }
    throw error;
  }
}

async function announce(app: FastifyInstance, db: Database, config: Config): Promise<void> {
  const bound = app.server.address() as AddressInfo;
  const everywhere = bound.address === '0.0.0.0' || bound.address === '::';
  const host = everywhere ? 'localhost' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  const lines = [`Restoration CRM is ready: ${config.tls ? 'https' : 'http'}://${host}:${bound.port}`];
  if (config.seed === 'demo' && (await demoSignInWorks(db))) {
    lines.push(`Sign in as ${DEMO_SIGN_IN.username} / ${DEMO_SIGN_IN.password}`);
    if (everywhere) lines.unshift('Anybody who reaches this machine can sign in with the demo password.');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
