import { z } from 'zod';
import { DASHBOARD_STATS } from '../../src/domain/dashboard-stats.ts';
import type { Extensions } from '../config/extensions.ts';
import { pageQuery } from '../http/page.ts';
import { detailBody, fieldErrorsBody } from '../http/problem.ts';
import { textParameter } from '../http/query-fields.ts';
import { readableBody } from '../http/read-body.ts';
import { type RecordBodies, recordSchema } from '../resources/record-bodies.ts';
import type { ServerResource } from '../resources/server-resource.ts';

const itemParams = z.object({
  /** An id that no row can have gets the usual 404. */
  id: z
    .string()
    .regex(/^\d{1,16}$/, { error: 'Not found.' })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: 'Not found.' })
    .meta({ type: 'integer', minimum: 1 }),
});

export function resourceSchemas(resource: ServerResource, bodies: RecordBodies, extensions: Extensions) {
  const { plural } = resource.spec.label;
  const tags = [resource.spec.name];
  const record = recordSchema(resource, extensions);
  return {
    list: {
      tags,
      summary: `${plural}, newest first`,
      querystring: pageQuery.extend(parentParameters(resource)).loose(),
      response: {
        200: listOf(record).describe('OK'),
        ...(resource.parents ? { 400: detailBody.describe('No record is named to list below') } : {}),
        404: detailBody.describe('No such page'),
      },
    },
    create: {
      tags,
      summary: `Add one ${resource.spec.label.noun}`,
      body: readableBody(bodies.whole),
      response: {
        201: record.describe('Added'),
        ...(resource.files ? { 422: fieldErrorsBody.describe('The bytes of a file are missing') } : {}),
        ...(extensions.has('client-uid')
          ? { 200: record.describe('Already added by an earlier request') }
          : {}),
      },
    },
    stats: {
      tags,
      summary: `Dashboard figures for ${plural.toLowerCase()}`,
      response: { 200: statsOf(resource).describe('OK') },
    },
    ...itemSchemas(resource, { record, change: bodies.partial }, extensions),
  };
}

/** Only for the documentation and the check. `listedBelow` reads them. */
function parentParameters({ parents = [] }: ServerResource): Readonly<Record<never, z.ZodType>> {
  return Object.fromEntries(parents.map((field) => [field, textParameter()]));
}

function itemSchemas(
  resource: ServerResource,
  { record, change }: { readonly record: z.ZodObject; readonly change: z.ZodObject },
  extensions: Extensions,
) {
  const { noun } = resource.spec.label;
  const item = { tags: [resource.spec.name], params: itemParams };
  const notFound = { 404: detailBody.describe('Not found') };
  const outdated = extensions.has('if-match')
    ? {
        412: record.describe(
          'The record is no longer at the expected version. The body is the current record',
        ),
      }
    : {};
  return {
    read: { ...item, summary: `One ${noun}`, response: { 200: record.describe('OK'), ...notFound } },
    update: {
      ...item,
      summary: `Change fields of one ${noun}`,
      body: readableBody(change),
      response: { 200: record.describe('OK'), ...notFound, ...outdated },
    },
    remove: {
      ...item,
      summary: `Delete one ${noun}`,
      querystring: z.object({ attachments: textParameter(), attachments_hash: textParameter() }).loose(),
      response: {
        204: z.undefined().describe('Deleted'),
        ...notFound,
        409: detailBody.describe(
          'Other records refer to it, or other attachments than `attachments` and `attachments_hash` say',
        ),
        ...outdated,
      },
    },
  };
}

function listOf(record: z.ZodObject) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(record),
  });
}

function statsOf(resource: ServerResource): z.ZodObject {
  const stats = DASHBOARD_STATS.filter((stat) => stat.resource === resource.spec.name);
  return z.object(Object.fromEntries(stats.map(({ key, label }) => [key, z.int().describe(label)])));
}
