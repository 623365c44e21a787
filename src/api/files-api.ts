import { type Answer, asObject, jsonObject, SLOW_TIMEOUT_MS } from '../domain/answer.ts';
import type { AuthorizedSend } from './authorized.ts';

const FILES_PATH = '/api/v1/files/';

/** The server's limit for one question. */
export const ASKED_AT_ONCE = 200;

/** The first byte, and the one after the last. */
export type ByteRange = readonly [from: number, to: number];

export interface FileState {
  readonly stored: boolean;
  /** Sorted and joined; empty if stored. */
  readonly have: readonly ByteRange[];
}

interface RangeToSend {
  readonly sha256: string;
  readonly from: number;
  /** The length of the file in bytes, not of this range. */
  readonly size: number;
  readonly bytes: ArrayBuffer;
  /** Asked before a retry with a fresh token: the file may be no longer wanted. */
  readonly mayRepeat: () => Promise<boolean>;
}

export function sendRange(
  send: AuthorizedSend,
  { sha256, from, size, bytes, mayRepeat }: RangeToSend,
  signal: AbortSignal,
): Promise<Answer> {
  const path = `${FILES_PATH}${sha256}/?from=${from}&size=${size}`;
  return send({ method: 'PUT', path, bytes, timeoutMs: SLOW_TIMEOUT_MS, signal, mayRepeat });
}

/** @param range null for the whole file */
export function requestBytes(
  send: AuthorizedSend,
  { sha256, range }: { readonly sha256: string; readonly range: ByteRange | null },
  signal: AbortSignal,
): Promise<Answer> {
  return send({
    method: 'GET',
    path: `${FILES_PATH}${sha256}/`,
    wantsBytes: true,
    ...(range ? { range } : {}),
    timeoutMs: SLOW_TIMEOUT_MS,
    signal,
  });
}

/** Asks which of at most `ASKED_AT_ONCE` files the server has. */
export function askForFiles(
  send: AuthorizedSend,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  return send({ method: 'POST', path: `${FILES_PATH}state/`, body: { files: hashes }, signal });
}

export function fileStateIn(answer: Answer): FileState | null {
  return readState(jsonObject(answer));
}

/** A server may leave out files of which it cannot tell in time. Null if the answer tells of none of these. */
export function fileStatesIn(
  answer: Answer,
  hashes: readonly string[],
): ReadonlyMap<string, FileState> | null {
  const told = jsonObject(answer);
  const states = new Map<string, FileState>();
  for (const hash of hashes) {
    const state = readState(asObject(told?.[hash]));
    if (state) states.set(hash, state);
  }
  return states.size > 0 ? states : null;
}

function readState(told: Readonly<Record<string, unknown>> | null): FileState | null {
  if (told?.['stored'] === true) return { stored: true, have: [] };
  const have = told?.['have'];
  return told?.['stored'] === false && Array.isArray(have) && have.every(isRange)
    ? { stored: false, have }
    : null;
}

function isRange(range: unknown): range is ByteRange {
  if (!Array.isArray(range) || range.length !== 2) return false;
  const [from, to] = range as readonly unknown[];
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && Number(from) < Number(to);
}
