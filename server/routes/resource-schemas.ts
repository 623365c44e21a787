import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { DASHBOARD_STATS } from '../../src/domain/dashboard-stats.ts';
import { bodySchema, describedAnswer } from '../http/api-schema.ts';
import type { ServerResource } from '../resources/server-resource.ts';

const itemParams = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 } },
  required: ['id'],
};
const pageQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    page_size: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 100,
      description:
        'At most: where the longest records of the list would make a page larger than 2 MB, all pages are shorter',
    },
    exact: {
      type: 'integer',
      enum: [1],
      description: 'In next and previous: pages have exactly page_size rows',
    },
  },
};

/** How the API page describes the operations of one kind of record. */
export function resourceSchemas(resource: ServerResource) {
  const { plural, noun } = resource.spec.label;
  const tags = [resource.spec.name];
  const record = z.object({
    id: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    ...Object.fromEntries(resource.spec.fields.map((field) => [field, leavingField(resource, field)])),
  });
  const list = z.object({
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(record),
  });
  const stats = z.object(
    Object.fromEntries(
      DASHBOARD_STATS.filter((stat) => stat.resource === resource.spec.name).map((stat) => [
        stat.key,
        z.int().describe(stat.label),
      ]),
    ),
  );
  const failure = (status: number, description: string) => ({ [status]: { description } });

  return {
    list: {
      tags,
      summary: `${plural}, newest first`,
      querystring: pageQuery,
      response: { ...describedAnswer(200, list), ...failure(404, 'No such page') },
    },
    create: {
      tags,
      summary: `Add a ${noun}`,
      ...bodySchema(resource.input),
      response: { ...describedAnswer(201, record), ...failure(400, 'Texts by field') },
    },
    stats: {
      tags,
      summary: `Figures of the ${plural.toLowerCase()} for the dashboard`,
      response: describedAnswer(200, stats),
    },
    read: {
      tags,
      summary: `One ${noun}`,
      params: itemParams,
      response: { ...describedAnswer(200, record), ...failure(404, 'Not found') },
    },
    update: {
      tags,
      summary: `Change fields of a ${noun}`,
      params: itemParams,
      ...bodySchema(resource.input.partial()),
      response: {
        ...describedAnswer(200, record),
        ...failure(400, 'Texts by field'),
        ...failure(404, 'Not found'),
      },
    },
    remove: {
      tags,
      summary: `Delete a ${noun}`,
      params: itemParams,
      response: {
        ...failure(204, 'Deleted'),
        ...failure(404, 'Not found'),
        ...failure(409, 'Others refer to it'),
      },
    },
  } satisfies Record<string, FastifySchema>;
}

function leavingField(resource: ServerResource, field: string): z.ZodType {
  if (resource.references.some((reference) => reference.field === field)) return z.int();
  const entering = resource.input.shape[field] as z.ZodType | undefined;
  return resource.output?.[field]?.schema ?? entering ?? z.any();
}
