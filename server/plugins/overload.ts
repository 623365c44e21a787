import type { FastifyInstance } from 'fastify';
import { busy } from '../http/problem.ts';
import { HEALTH_PATHS } from './health-paths.ts';

/** The smallest delay, in ms, of several timers in a row, because one long task is not overload. */
export type EventLoopLag = () => number;

/** At this lag, clients are better off retrying, because a response takes several turns of the event loop. */
const TOO_LATE_MS = 500;
const EVERY_MS = 100;
const IN_A_ROW = 3;

/**
 * Does not use `monitorEventLoopDelay`: under overload, each turn exceeds its sampling interval, and it records
 * nothing.
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

/** Answers 503 at once, instead of answering everything too late. */
export function shedLoad(app: FastifyInstance, lag: EventLoopLag): void {
  app.addHook('onRequest', async (request) => {
    if (lag() < TOO_LATE_MS || HEALTH_PATHS.includes(request.routeOptions.url ?? '')) return;
    throw busy();
  });
}
