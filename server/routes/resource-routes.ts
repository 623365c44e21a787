import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sumStats } from '../../src/domain/dashboard-stats.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Extensions } from '../config/extensions.ts';
import type { CompanyConnection } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { LARGE_ANSWER, registerEndpoint } from '../http/endpoint.ts';
import { isStorableId } from '../http/fields.ts';
import { listEnvelope, pageOf } from '../http/page.ts';
import { PagePlaces } from '../http/page-places.ts';
import { Problem } from '../http/problem.ts';
import type { AnswersUnderWay } from '../plugins/answers-under-way.ts';
import { authentication, callerOf, companyOf } from '../plugins/authentication.ts';
import type { ListedBelow } from '../repositories/resource-repository.ts';
import { expectedIn } from '../resources/expected-version.ts';
import { type Outcome, RecordActions } from '../resources/record-actions.ts';
import type { ServerResource } from '../resources/server-resource.ts';
import { resourceSchemas } from './resource-schemas.ts';

export interface ResourceServices {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly resources: readonly ServerResource[];
  readonly extensions: Extensions;
  readonly answers: AnswersUnderWay;
}

export async function resourceRoutes(app: FastifyInstance, services: ResourceServices): Promise<void> {
  services.answers.limit(app, services.tokens);
  app.addHook('onRequest', authentication(services.db, services.tokens));
  for (const resource of services.resources) registerResource(app, services, resource);
}

function registerResource(
  app: FastifyInstance,
  { db, resources, extensions }: ResourceServices,
  resource: ServerResource,
): void {
  const actions = new RecordActions(resource, resources, extensions);
  const { path, name } = resource.spec;
  const parts: RouteParts = {
    path,
    parents: resource.parents ?? [],
    actions,
    schemas: resourceSchemas(resource, actions.bodies, extensions),
    companyOf: (request) => companyOf(db, request),
  };
  registerCollection(app, parts);
  const counted = RESOURCE_NAMES.find((known) => known === name);
  if (counted) registerStats(app, counted, parts);
  registerItem(app, parts);
}

interface RouteParts {
  readonly path: string;
  readonly parents: readonly string[];
  readonly actions: RecordActions;
  readonly schemas: ReturnType<typeof resourceSchemas>;
  readonly companyOf: (request: FastifyRequest) => CompanyConnection;
}

function registerCollection(app: FastifyInstance, parts: RouteParts): void {
  const { path, parents, actions, schemas, companyOf } = parts;
  const places = new PagePlaces();
  registerEndpoint(app, path, {
    GET: {
      schema: schemas.list,
      ...LARGE_ANSWER,
      async handler(request) {
        const below = listedBelow(parents, request.query);
        const reader = [callerOf(request).id, below?.field, below?.id].join(' ');
        const { place, found } = await companyOf(request).within((scope) =>
          places.read(pageOf(request.query), reader, (rows) => actions.repository.list(scope, rows, below)),
        );
        return listEnvelope(request, place, found);
      },
    },
    POST: {
      schema: schemas.create,
      handler: async (request, reply) =>
        answer(reply, await actions.create(companyOf(request), request.body)),
    },
  });
}

/** A list of all would be too long for a device, so one of the parents must be named. */
function listedBelow(
  parents: readonly string[],
  query: Readonly<Record<string, unknown>>,
): ListedBelow | undefined {
  if (parents.length === 0) return undefined;
  const named = parents.flatMap((field) => {
    const id = query[field];
    return typeof id === 'string' ? [{ field, id }] : [];
  });
  const [below, ...others] = named;
  if (below && others.length === 0 && isStorableId(below.id)) return below;
  throw new Problem(400, {
    detail: `Name one record whose attachments to list: ${parents.map((field) => `?${field}=<id>`).join(' or ')}.`,
  });
}

function registerStats(
  app: FastifyInstance,
  name: ResourceName,
  { path, actions, schemas, companyOf }: RouteParts,
): void {
  registerEndpoint(app, `${path}dashboard_stats/`, {
    GET: {
      schema: schemas.stats,
      handler: async (request) =>
        sumStats(name, await companyOf(request).within((scope) => actions.repository.countByStatus(scope))),
    },
  });
}

function registerItem(app: FastifyInstance, { path, actions, schemas, companyOf }: RouteParts): void {
  registerEndpoint(app, `${path}:id/`, {
    GET: {
      schema: schemas.read,
      handler: async (request, reply) =>
        answer(reply, await actions.read(companyOf(request), request.params.id)),
    },
    PATCH: {
      schema: schemas.update,
      async handler(request, reply) {
        const change = { body: request.body, expected: expectedIn(request.headers['if-match']) };
        return answer(reply, await actions.update(companyOf(request), request.params.id, change));
      },
    },
    DELETE: {
      schema: schemas.remove,
      async handler(request, reply) {
        const expected = expectedIn(request.headers['if-match']);
        const { attachments, attachments_hash } = request.query;
        const agreed = { attachments: countIn(attachments), attachmentsHash: hashIn(attachments_hash) };
        const id = request.params.id;
        return answer(reply, await actions.remove(companyOf(request), id, { expected, ...agreed }));
      },
    },
  });
}

/** Anything but a whole number is refused, because a condition must not be ignored. */
function countIn(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new Problem(400, { detail: 'attachments must be a whole number.' });
}

function hashIn(text: string | null): string | null {
  if (text === null || /^[\da-f]{64}$/.test(text)) return text;
  throw new Problem(400, { detail: 'attachments_hash must be a SHA-256 in lowercase hex digits.' });
}

function answer(reply: FastifyReply, { status, body, headers = {} }: Outcome): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
