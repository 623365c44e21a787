import { type Answer, apiSays, asObject, readRecord, recordIn, type WireRecord } from './answer.ts';
import type { PauseReason } from './pause-reason.ts';

/** A gateway gave up on the server behind it, or the server on the request: perhaps carried out. */
export const AMBIGUOUS_STATUS = [408, 502, 503, 504];

/** The meaning of an answer to reading one record. */
export type ReadResult =
  | { readonly found: 'record'; readonly record: WireRecord }
  | { readonly found: 'gone' }
  /** No statement about the record; classify it like any failed request. */
  | { readonly found: 'nothing' };

/** Classifies the answer to reading one record. It is gone only if the API itself says 404 or 410. */
export function classifyRecordRead(answer: Answer): ReadResult {
  if (answer.kind !== 'response') return { found: 'nothing' };
  if (apiSays(answer, 404, 410)) return { found: 'gone' };
  const record =
    answer.status === 200 && answer.body.kind === 'json' ? readRecord(asObject(answer.body.value)) : null;
  return record ? { found: 'record', record } : { found: 'nothing' };
}

/** What a failed GET shows about the connection to the server. */
export interface GetVerdict {
  readonly pause: PauseReason | null;
  /** The network failed, or something in it answered in the server's place. */
  readonly fault: boolean;
}

const FAULT: GetVerdict = { pause: null, fault: true };
const PORTAL: GetVerdict = { pause: 'captivePortal', fault: true };
const SIGNED_OUT: GetVerdict = { pause: 'signedOut', fault: false };
const REFRESH_VERDICT = { refreshed: { pause: null, fault: false }, refused: SIGNED_OUT, unreachable: FAULT };

/** Returns the pause that a failed GET asks for. It changes nothing, so it needs no other care. */
export function classifyGet(answer: Answer): GetVerdict {
  switch (answer.kind) {
    case 'notSent':
      return SIGNED_OUT;
    case 'unauthorized':
      return REFRESH_VERDICT[answer.refresh];
    case 'redirect':
      return PORTAL;
    case 'noAnswer':
      return FAULT;
    case 'response':
      return classifyRead(answer);
  }
}

/** Tells if the network, or a gateway, is to blame for an answer. Not if the app gave the request up itself. */
export function isNetworkFault(answer: Answer): boolean {
  const isGivenUp = answer.kind === 'noAnswer' && answer.cause === 'aborted';
  return !isGivenUp && classifyGet(answer).fault;
}

function classifyRead(answer: Extract<Answer, { kind: 'response' }>): GetVerdict {
  const { status, body } = answer;
  if (status < 400 && body.kind === 'html') return PORTAL;
  if (status < 200 || (status > 299 && status < 400) || AMBIGUOUS_STATUS.includes(status)) return FAULT;
  if (status === 401) return SIGNED_OUT;
  if (status === 425 || status === 429) return { pause: 'throttled', fault: false };
  return { pause: recordIn(answer) ? null : 'serverProblem', fault: false };
}
