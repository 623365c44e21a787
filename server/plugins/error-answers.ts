import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailableError } from '../db/database-errors.ts';
import { Problem, unavailable } from '../http/problem.ts';

/** Turns whatever was thrown into an answer in JSON. What nobody foresaw is logged, and tells nothing. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem) return answerProblem(error, reply);
  if (error instanceof DatabaseUnavailableError) {
    request.log.error({ err: error.cause }, 'the database cannot be reached');
    return answerProblem(unavailable('The database cannot be reached at the moment.'), reply);
  }
  const detail = requestFault(error, request);
  if (detail) return reply.code(detail.status).send({ detail: detail.text });

  request.log.error({ err: error }, 'request failed');
  return reply.code(500).send({ detail: 'A server error occurred.' });
}

function answerProblem({ status, headers, body }: Problem, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/**
 * What Fastify itself found wrong with the request, before a handler saw it, or a plugin of its. The words of plugins are
 * not passed on: they may name files.
 */
function requestFault(error: unknown, request: FastifyRequest): { status: number; text: string } | undefined {
  if (!isHttpError(error) || error.statusCode < 400 || error.statusCode >= 500) return undefined;
  const status = error.statusCode;
  if (!error.code?.startsWith('FST_')) return { status, text: `${STATUS_CODES[status] ?? 'Refused'}.` };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request.headers['content-type'] ?? '';
    return { status, text: `Unsupported media type "${type}" in request.` };
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { status, text: 'The request body is larger than 1 MiB.' };
  }
  return { status, text: error.message };
}

interface HttpError extends Error {
  readonly statusCode: number;
  readonly code?: string;
}

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}
