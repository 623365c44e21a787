import { z } from 'zod';
import type { Extensions } from '../config/extensions.ts';
import type { ServerResource } from './server-resource.ts';

export interface RecordBodies {
  readonly whole: z.ZodObject;
  /** Nothing is required. */
  readonly partial: z.ZodObject;
}

export function recordBodies({ input }: ServerResource, extensions: Extensions): RecordBodies {
  return {
    whole: extensions.has('client-uid') ? input.extend({ client_uid: clientUid }) : input,
    partial: input.partial(),
  };
}

const clientUid = z.uuid({ error: 'Must be a valid UUID.' }).nullish();

export function recordSchema(resource: ServerResource, extensions: Extensions): z.ZodObject {
  return z.object({
    id: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    ...Object.fromEntries(resource.spec.fieldNames.map((field) => [field, sentField(resource, field)])),
    ...(extensions.has('if-match') ? { version: z.int() } : {}),
    ...(extensions.has('client-uid') ? { client_uid: z.uuid().nullable() } : {}),
  });
}

function sentField(resource: ServerResource, field: string): z.ZodType {
  const input = resource.input.shape[field];
  if (resource.references.some((reference) => reference.field === field)) {
    return input instanceof z.ZodOptional && input.unwrap() instanceof z.ZodNullable
      ? z.int().nullable()
      : z.int();
  }
  return resource.output?.[field]?.schema ?? sentAs(input);
}

/** Returns the schema without the rules for input. */
function sentAs(field: unknown): z.ZodType {
  if (field instanceof z.ZodOptional) return sentAs(field.unwrap());
  if (field instanceof z.ZodNullable) return sentAs(field.unwrap()).nullable();
  if (field instanceof z.ZodPipe) return sentAs(field.out);
  if (field instanceof z.ZodEnum) return z.enum(field.options.map(String));
  if (field instanceof z.ZodString) return z.string();
  throw new Error('A field that is neither a text nor a choice needs an `output` in its resource');
}
