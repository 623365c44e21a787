import { type Answer, apiSays, asObject, readRecord, recordIn, type WireRecord } from './answer.ts';
import type { PauseReason } from './pause-reason.ts';

/** The request may have been carried out. */
export const AMBIGUOUS_STATUS = [408, 502, 503, 504];

export type ReadResult =
  | { readonly found: 'record'; readonly record: WireRecord }
  | { readonly found: 'gone' }
  /** Says nothing about the record; classify the answer like any failed request. */
  | { readonly found: 'nothing' };

/** Only a 404 or 410 of the API itself means that the record is gone. */
export function classifyRecordRead(answer: Answer): ReadResult {
  if (answer.kind !== 'response') return { found: 'nothing' };
  if (apiSays(answer, 404, 410)) return { found: 'gone' };
  const record =
    answer.status === 200 && answer.body.kind === 'json' ? readRecord(asObject(answer.body.value)) : null;
  return record ? { found: 'record', record } : { found: 'nothing' };
}

export interface GetVerdict {
  readonly pause: PauseReason | null;
  /** The network failed, or a proxy or portal answered instead of the server. */
  readonly fault: boolean;
}

const FAULT: GetVerdict = { pause: null, fault: true };
const PORTAL: GetVerdict = { pause: 'captivePortal', fault: true };
const SIGNED_OUT: GetVerdict = { pause: 'signedOut', fault: false };
const REFRESH_VERDICT = { refreshed: { pause: null, fault: false }, refused: SIGNED_OUT, unreachable: FAULT };

/** A GET changes nothing, so it may simply be repeated. */
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

/** A request that the app aborted is no fault. */
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
