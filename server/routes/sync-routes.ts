import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.ts';
import type { Extensions } from '../config/extensions.ts';
import { type CompanyConnection, connectToCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { bodySchema, describedAnswer } from '../http/api-schema.ts';
import { BODY_LIMITS } from '../http/body-limits.ts';
import { LARGE_ANSWER, registerEndpoint, SELDOM_LARGE_ANSWER } from '../http/endpoint.ts';
import { cursorOf } from '../http/feed-cursor.ts';
import { requiredBody } from '../http/read-body.ts';
import type { AnswersUnderWay } from '../plugins/answers-under-way.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';
import { answerTo } from '../plugins/error-answers.ts';
import type { Weigh } from '../plugins/rate-limit.ts';
import { Batch, batchInput } from '../resources/batch.ts';
import { BatchResults } from '../resources/batch-results.ts';
import { ChangeFeed, unknownCursor } from '../resources/change-feed.ts';
import { RecordActions } from '../resources/record-actions.ts';
import type { ServerResource } from '../resources/server-resource.ts';

export interface SyncServices {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly resources: readonly ServerResource[];
  readonly extensions: Extensions;
  readonly weigh: Weigh;
  readonly answers: AnswersUnderWay;
}

const TAGS = ['sync'];
const DEFAULT_LIMIT = 500;

const feedPage = z.object({
  cursor: z.string(),
  more: z.boolean(),
  changes: z.array(
    z.object({
      resource: z.string(),
      id: z.int(),
      row: z.record(z.string(), z.unknown()).optional(),
      deleted: z.literal(true).optional(),
    }),
  ),
});
const batchResults = z.object({
  results: z.array(z.object({ id: z.string(), status: z.int(), body: z.unknown() })),
});

/** What goes beyond the plain contract and has an address of its own; only what is offered is there. */
export async function syncRoutes(app: FastifyInstance, services: SyncServices): Promise<void> {
  const { db, tokens, resources, extensions, weigh, answers } = services;
  answers.limit(app, tokens);
  app.addHook('onRequest', authentication(db, tokens));
  const companyOf = (request: FastifyRequest): CompanyConnection =>
    connectToCompany(db, callerOf(request).companyId);

  if (extensions.has('changes')) {
    const feed = new ChangeFeed(resources, extensions);
    registerEndpoint(app, '/api/v1/sync/changes/', {
      GET: {
        schema: {
          tags: TAGS,
          summary: 'What has changed since a cursor; without one, the cursor of now',
          querystring: {
            type: 'object',
            properties: {
              cursor: { type: 'string' },
              limit: { type: 'integer', minimum: 1, maximum: DEFAULT_LIMIT, default: DEFAULT_LIMIT },
            },
          },
          response: { ...describedAnswer(200, feedPage), 410: { description: 'Read the collections anew' } },
        },
        // Most polls find nothing new.
        ...SELDOM_LARGE_ANSWER,
        handler: async (request) => {
          const query = new URL(request.url, 'http://localhost').searchParams;
          const text = query.get('cursor');
          const limit = limitIn(query.get('limit'));
          const cursor = text === null ? null : cursorOf(text);
          if (cursor === undefined) throw unknownCursor();
          return companyOf(request).within((scope) =>
            cursor === null
              ? feed.begin(scope)
              : feed.follow(scope, cursor, limit, () => answers.expectLarge(request)),
          );
        },
      },
    });
  }

  if (extensions.has('batch')) {
    const batch = new Batch(
      resources.map((resource) => ({
        resource,
        actions: new RecordActions(resource, resources, extensions),
      })),
    );
    registerEndpoint(app, '/api/v1/sync/batch/', {
      POST: {
        bodyLimit: BODY_LIMITS.batch,
        schema: {
          tags: TAGS,
          summary: 'Many changes in their order, each with an answer of its own',
          ...bodySchema(batchInput),
          response: describedAnswer(200, batchResults),
        },
        ...LARGE_ANSWER,
        handler: async (request) => {
          const { mutations } = requiredBody(batchInput, request.body);
          await weigh(request, mutations.length);
          const results = new BatchResults();
          await batch.carryOut(companyOf(request), mutations, {
            told: (error) => answerTo(error, request),
            done: ({ id }, outcome) => results.add(id, outcome),
          });
          return results.answer;
        },
      },
    });
  }
}

/** A limit that is none is ignored, as a page size is. */
function limitIn(text: string | null): number {
  const limit = text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : DEFAULT_LIMIT;
  return Math.min(limit, DEFAULT_LIMIT);
}
