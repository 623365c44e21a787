import type { FastifyInstance } from 'fastify';
import { busy } from '../http/problem.ts';
import { HEALTH_PATHS } from './health-paths.ts';

/** How late a timer is in ms, and has been several times in a row: one long query is no overload. */
export type EventLoopLag = () => number;

/** From here on whoever waits would rather try again: an answer takes several turns of the loop. */
const TOO_LATE_MS = 500;
const EVERY_MS = 100;
const IN_A_ROW = 3;

/**
 * Measures until `stop`. Not by `monitorEventLoopDelay`: where each turn is longer than the time between two readings it
 * has recorded nothing, and says so when it matters most.
 */
export function measureEventLoop(): { readonly lag: EventLoopLag; stop(): void } {
  const late = Array.from({ length: IN_A_ROW }, () => 0);
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late.shift();
    late.push(now - before - EVERY_MS);
    before = now;
  }, EVERY_MS).unref();
  return { lag: () => Math.max(0, Math.min(...late)), stop: () => clearInterval(timer) };
}

/** Answers 503 at once while the event loop lags: better than all answers coming too late. Health is answered still. */
export function shedLoad(app: FastifyInstance, lag: EventLoopLag): void {
  app.addHook('onRequest', async (request) => {
    if (lag() < TOO_LATE_MS || HEALTH_PATHS.includes(request.routeOptions.url ?? '')) return;
    throw busy();
  });
}
