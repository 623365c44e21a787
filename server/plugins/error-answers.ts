import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  BusyError,
  ContentionError,
  DatabaseUnavailableError,
  DiskFullError,
  TransactionTimeoutError,
} from '../db/database-errors.ts';
import { StorageUnavailableError } from '../files/file-storage.ts';
import { fieldErrors, notADictionary } from '../http/field-errors.ts';
import { busy, invalidInput, notFound, Problem, unavailable } from '../http/problem.ts';
import { largerThan } from '../http/size-limits.ts';

interface ErrorAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers = {} } = answerTo(error, request);
  return reply.code(status).headers(headers).send(body);
}

/** Does not describe an unexpected error to the client. */
export function answerTo(error: unknown, request: FastifyRequest): ErrorAnswer {
  if (error instanceof Problem) return error;
  if (error instanceof DiskFullError) {
    request.log.error({ err: error.cause }, 'the disk of the database is full');
    return unavailable('The disk of the server is full. Nothing was stored.');
  }
  if (error instanceof BusyError || error instanceof ContentionError) {
    request.log.warn({ err: error }, 'the database is busy');
    return busy();
  }
  if (error instanceof DatabaseUnavailableError) {
    request.log.error({ err: error.cause }, 'the database cannot be reached');
    return unavailable('The database cannot be reached at the moment.');
  }
  if (error instanceof StorageUnavailableError) {
    request.log.error({ err: error }, 'the storage of files does not work');
    return unavailable('The storage of files does not work at the moment. The file was not stored.');
  }
  if (error instanceof TransactionTimeoutError) {
    request.log.error({ err: error }, 'the database took too long');
    return unavailable('The database takes too long at the moment.');
  }
  const refusal = schemaRefusal(error, request);
  if (refusal) return refusal;
  const fault = requestFault(error, request);
  if (fault) return { status: fault.status, body: { detail: fault.text } };

  request.log.error({ err: error }, 'request failed');
  return { status: 500, body: { detail: 'A server error occurred.' } };
}

/** Answers like Django REST Framework: a 400 by field for an invalid body, a 404 for an invalid URL. */
function schemaRefusal(error: unknown, request: FastifyRequest): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const issues = error.validation.map(({ instancePath, message = '' }) => ({
    path: instancePath.split('/').filter((part) => part !== ''),
    message,
  }));
  if (error.validationContext !== 'body') return notFound(issues[0]?.message);
  const isNoDictionary = issues.some(({ path }) => path.length === 0);
  return invalidInput(isNoDictionary ? notADictionary(request.body) : fieldErrors(issues));
}

/** Plugins' messages are not passed on, because they may contain file names. */
function requestFault(error: unknown, request: FastifyRequest): { status: number; text: string } | undefined {
  if (!isHttpError(error) || error.statusCode < 400 || error.statusCode >= 500) return undefined;
  const status = error.statusCode;
  if (!error.code?.startsWith('FST_')) return { status, text: `${STATUS_CODES[status] ?? 'Refused'}.` };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request.headers['content-type'] ?? '';
    return { status, text: `Unsupported media type "${type}" in request.` };
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { status, text: largerThan(request.routeOptions.bodyLimit) };
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
