import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** One method of one registered URL, such as GET /api/v1/customers/customers/:id/ */
export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

/** Fastify announces each new server on this channel, before any route is registered. */
const CHANNEL = 'fastify.initialization';

/** Returns what `work` builds, and every route that it registers. */
export async function withRoutes<T>(
  work: () => Promise<T>,
): Promise<{ readonly built: T; readonly routes: readonly RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) routes.push({ method: each, url });
    });
  };
  subscribe(CHANNEL, listen);
  try {
    return { built: await work(), routes };
  } finally {
    unsubscribe(CHANNEL, listen);
  }
}
