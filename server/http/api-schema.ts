import type { FastifySchema } from 'fastify';
import { z } from 'zod';

/** A zod schema as the API page shows it. Nothing is checked by it: bodies are read by `read-body.ts`. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

/** The part of a route's schema that describes its body. */
export function bodySchema(schema: z.ZodType): Pick<FastifySchema, 'body'> {
  return { body: jsonSchema(schema, 'input') };
}

/** The part that describes its answer. */
export function describedAnswer(status: number, schema: z.ZodType): Record<number, unknown> {
  return { [status]: { description: 'OK', ...jsonSchema(schema, 'output') } };
}
