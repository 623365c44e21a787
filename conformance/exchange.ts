import { jsonObject, recordIn, type WireRecord } from '../src/domain/answer.ts';
import type { Exchange } from './client.ts';

const LONGEST = 200;

/** Returns 0 if there is no answer, or for a redirect. */
export function statusOf({ answer }: Exchange): number {
  return answer.kind === 'response' ? answer.status : 0;
}

export function isSuccess(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 200 && status <= 299;
}

export function isJson({ answer }: Exchange): boolean {
  return answer.kind === 'response' && answer.body.kind === 'json';
}

/** Also from a refusal. */
export function jsonIn({ answer }: Exchange): unknown {
  return answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
}

/** Only from a 2xx answer. */
export function objectIn({ answer }: Exchange): Readonly<Record<string, unknown>> | null {
  return jsonObject(answer);
}

/** Only from a 2xx answer. */
export function recordOf({ answer }: Exchange): WireRecord | null {
  return recordIn(answer);
}

/** A web page with 404 does not count: only the API can say that a record is gone. */
export function isGone(exchange: Exchange): boolean {
  return [404, 410].includes(statusOf(exchange)) && isJson(exchange);
}

/** Must be JSON, so that the app can show the reason. */
export function isRefusal(exchange: Exchange): boolean {
  return [400, 409, 422].includes(statusOf(exchange)) && isJson(exchange);
}

/** 'POST /path: 400 with {"email":["Taken."]}'. Leaves out answers to GET, which hold other people's data. */
export function inWords(exchange: Exchange): string {
  return `${exchange.line}: ${answerInWords(exchange)}`;
}

function answerInWords(exchange: Exchange): string {
  const { answer, headers, trouble, line } = exchange;
  switch (answer.kind) {
    case 'redirect':
      return `a redirect to ${headers.get('location') ?? 'nowhere'}, which the app does not follow`;
    case 'noAnswer':
      return answer.cause === 'timeout' ? 'no answer within 30 s' : `no connection (${trouble})`;
    case 'response':
      return `${answer.status} with ${bodyInWords(exchange, line.startsWith('GET'))}`;
    default:
      return answer.kind;
  }
}

function bodyInWords({ answer }: Exchange, isRead: boolean): string {
  if (answer.kind !== 'response') return '';
  const { body, status } = answer;
  switch (body.kind) {
    case 'html':
      return 'a web page (HTML), not JSON';
    case 'text':
    case 'bytes':
      return 'text that is not JSON';
    case 'empty':
      return 'nothing';
    case 'json':
      return isRead && status < 300 ? `JSON (${shapeOf(body.value)})` : shown(body.value);
  }
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'object' || value === null) return `a ${value === null ? 'null' : typeof value}`;
  const names = Object.keys(value);
  return names.length === 0 ? 'an empty object' : `an object with ${shortened(names.join(', '))}`;
}

export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
