import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DiskWatch } from '../db/disk-watch.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { detailBody, unavailable } from '../http/problem.ts';
import { API_HEALTH_PATH, LIVE_PATH, READY_PATH } from '../plugins/health-paths.ts';
import type { Draining } from '../process/draining.ts';

/** Load balancers ask every few seconds and treat a missing response as a failure. */
const DATABASE_LIMIT_MS = 2_000;

interface HealthServices {
  readonly disk: DiskWatch;
  readonly draining: Draining;
  readonly databaseLimitMs?: number | undefined;
}

export async function healthRoutes(app: FastifyInstance, services: HealthServices): Promise<void> {
  const { disk, draining, databaseLimitMs = DATABASE_LIMIT_MS } = services;
  const databaseAnswers = singleQuestion(async () => {
    // If no connection is free after half the time, the server is busy, and the database is not queried.
    await disk.db.query('select 1', [], { sender: { name: 'health' }, waitMs: databaseLimitMs / 2 });
    await disk.assertRoom();
  }, databaseLimitMs);
  const live = async () => OK;
  const ready = async () => {
    if (draining.begun) throw unavailable('The server is stopping.');
    await databaseAnswers();
    return OK;
  };
  // Both URLs answer without a redirect, because a probe would take a redirect for the answer.
  for (const end of ['', '/']) {
    app.get(LIVE_PATH + end, { schema: schemaOf('Check that the process responds', end) }, live);
    app.get(READY_PATH + end, { schema: schemaOf('Check that requests may be sent here', end) }, ready);
  }
  registerEndpoint(app, API_HEALTH_PATH, {
    GET: { schema: schemaOf('Check that the server and its database respond'), handler: ready },
  });
}

const OK = { status: 'ok' } as const;

function schemaOf(summary: string, end = '') {
  return {
    hide: end !== '',
    tags: ['health'],
    summary,
    security: [],
    response: {
      200: z.object({ status: z.literal('ok') }).describe('OK'),
      503: detailBody.describe('Not available at the moment'),
    },
  };
}

/** Concurrent calls share one query, so that a hanging database does not get more and more queries. */
function singleQuestion(ask: () => Promise<void>, limitMs: number): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return async () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable('The database is not responding.')), limitMs);
    });
    try {
      await Promise.race([asked, limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}
