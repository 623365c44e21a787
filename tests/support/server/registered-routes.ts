import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** One method of one address, as it was registered: GET /api/v1/customers/customers/:id/ */
export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

/** Fastify tells of each new server on this channel, before anything is registered with it. */
const CHANNEL = 'fastify.initialization';

/** What `work` builds, and every route of the server in it. */
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
