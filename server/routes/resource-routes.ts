import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sumStats } from '../../src/domain/dashboard-stats.ts';
import type { Tokens } from '../auth/tokens.ts';
import { companyDoor } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { listEnvelope, pageOf } from '../http/page.ts';
import { notFound } from '../http/problem.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';
import { ResourceRepository } from '../repositories/resource-repository.ts';
import { ProtectedDelete } from '../resources/protected-delete.ts';
import { ResourceInput } from '../resources/resource-input.ts';
import type { ServerResource } from '../resources/server-resource.ts';
import { resourceSchemas } from './resource-schemas.ts';

export interface ResourceServices {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly resources: readonly ServerResource[];
}

/** The collection and the items of every kind of record, for signed-in users. */
export async function resourceRoutes(app: FastifyInstance, services: ResourceServices): Promise<void> {
  app.addHook('onRequest', authentication(services.db, services.tokens));
  for (const resource of services.resources) registerResource(app, services, resource);
}

function registerResource(
  app: FastifyInstance,
  { db, resources }: ResourceServices,
  resource: ServerResource,
): void {
  const repository = new ResourceRepository(resource);
  const input = new ResourceInput(resource, repository);
  const deletion = new ProtectedDelete(resource, repository, resources);
  const schemas = resourceSchemas(resource);
  const companyOf = (request: FastifyRequest) => companyDoor(db, callerOf(request).companyId);
  const { path, name } = resource.spec;

  registerEndpoint(app, path, {
    GET: {
      schema: schemas.list,
      handler: async (request) => {
        const page = pageOf(request);
        return listEnvelope(
          request,
          page,
          await companyOf(request).within((scope) => repository.list(scope, page)),
        );
      },
    },
    POST: {
      schema: schemas.create,
      handler: async (request, reply) =>
        reply.code(201).send(await input.create(companyOf(request), request.body)),
    },
  });

  registerEndpoint(app, `${path}dashboard_stats/`, {
    GET: {
      schema: schemas.stats,
      handler: async (request) =>
        sumStats(name, await companyOf(request).within((scope) => repository.countByStatus(scope))),
    },
  });

  registerEndpoint(app, `${path}:id/`, {
    GET: {
      schema: schemas.read,
      handler: async (request) => {
        const id = idOf(request);
        return existing(await companyOf(request).within((scope) => repository.find(scope, id)));
      },
    },
    PATCH: {
      schema: schemas.update,
      handler: async (request) =>
        existing(await input.update(companyOf(request), idOf(request), request.body)),
    },
    DELETE: {
      schema: schemas.remove,
      handler: async (request, reply) => {
        if (!(await deletion.remove(companyOf(request), idOf(request)))) throw notFound();
        return reply.code(204).send();
      },
    },
  });
}

function existing<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}

/** The id in the address; one that no row can have is a 404 like any other. */
function idOf(request: FastifyRequest): number {
  const text = String((request.params as Record<string, unknown>)['id']);
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}
