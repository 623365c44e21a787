import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.ts';
import type { Extensions } from '../config/extensions.ts';
import type { Database } from '../db/database.ts';
import { LARGE_ANSWER, registerEndpoint, SELDOM_LARGE_ANSWER } from '../http/endpoint.ts';
import { cursorOf } from '../http/feed-cursor.ts';
import { detailBody } from '../http/problem.ts';
import { limitField, textParameter } from '../http/query-fields.ts';
import { BODY_LIMITS } from '../http/size-limits.ts';
import type { AnswersUnderWay } from '../plugins/answers-under-way.ts';
import { authentication, companyOf } from '../plugins/authentication.ts';
import { answerTo } from '../plugins/error-answers.ts';
import type { Weigh } from '../plugins/rate-limit.ts';
import { Batch, batchInput } from '../resources/batch.ts';
import { BatchResults, batchResults } from '../resources/batch-results.ts';
import { ChangeFeed, feedPage, unknownCursor } from '../resources/change-feed.ts';
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
const MAX_CHANGES = 500;

export async function syncRoutes(app: FastifyInstance, services: SyncServices): Promise<void> {
  const { db, tokens, extensions, answers } = services;
  answers.limit(app, tokens);
  app.addHook('onRequest', authentication(db, tokens));
  if (extensions.has('changes')) registerFeed(app, services);
  if (extensions.has('batch')) registerBatch(app, services);
}

function registerFeed(app: FastifyInstance, { db, resources, extensions, answers }: SyncServices): void {
  const feed = new ChangeFeed(resources, extensions);
  registerEndpoint(app, '/api/v1/sync/changes/', {
    GET: {
      schema: {
        tags: TAGS,
        summary: 'Changes since a cursor; without one, the current cursor',
        querystring: z.object({
          cursor: textParameter(),
          limit: limitField({ min: 1, max: MAX_CHANGES, usual: MAX_CHANGES }),
        }),
        response: {
          200: feedPage(resources, extensions).describe('OK'),
          410: detailBody.describe('Read the collections again'),
        },
      },
      // Most polls find nothing new.
      ...SELDOM_LARGE_ANSWER,
      async handler(request) {
        const { cursor: text, limit } = request.query;
        const cursor = text === null ? null : cursorOf(text);
        if (cursor === undefined) throw unknownCursor();
        return companyOf(db, request).within((scope) =>
          cursor === null
            ? feed.begin(scope)
            : feed.follow(scope, cursor, { limit, hasNews: () => answers.expectLarge(request) }),
        );
      },
    },
  });
}

function registerBatch(app: FastifyInstance, { db, resources, extensions, weigh }: SyncServices): void {
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
        summary: 'Several changes in order, each with its own result',
        body: batchInput,
        response: { 200: batchResults(resources, extensions).describe('OK') },
      },
      ...LARGE_ANSWER,
      async handler(request) {
        const { mutations } = request.body;
        await weigh(request, mutations.length);
        const results = new BatchResults();
        await batch.carryOut(companyOf(db, request), mutations, {
          refusalOf: (error) => answerTo(error, request),
          done: ({ id }, outcome) => results.add(id, outcome),
        });
        return results.answer;
      },
    },
  });
}
