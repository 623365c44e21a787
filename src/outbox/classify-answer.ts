import { type Answer, apiSays, asObject } from '../domain/answer.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import { readRecord, recordIn, type WireRecord } from '../domain/wire-record.ts';
import type { MutationKind, ParkReason } from './mutation.ts';

/** What the engine does about an answer to a mutation. Closed: a new one is a new rule in SPEC.md. */
export type Verdict =
  /** The server has it. `record` is null where the answer shows none (a deletion). */
  | { readonly do: 'confirm'; readonly record: WireRecord | null }
  /** Nobody knows. `fault` tells the network is to blame, so that the engine reaches for the server first. */
  | { readonly do: 'settle'; readonly fault: boolean; readonly pause?: PauseReason }
  /** Surely not carried out: send it again, unchanged, when the cause is gone. */
  | {
      readonly do: 'requeue';
      readonly pause: PauseReason | null;
      readonly fault: boolean;
      /** Not at once: what it depends on has to be sent first. */
      readonly later?: true;
    }
  /** Unclear until the record is read: it may be deleted, or changed by somebody else. */
  | { readonly do: 'readRecord' }
  /** Inside the server; may be permanent, so bounded: parked after six over an hour. */
  | { readonly do: 'serverError' }
  /** Will never be accepted unchanged: a person decides. */
  | { readonly do: 'park'; readonly reason: ParkReason };

const AMBIGUOUS_STATUS = [408, 502, 503, 504];

/**
 * Decides by status and kind of body alone, never by the text of a message; total over every answer. The
 * table stands in SPEC.md.
 *
 * The reasons: A gateway that gives up (502, 504) says nothing of the server behind it. A page or a redirect with 2xx or 3xx is
 * another network's answer, as in a hotel. A token is checked before anything is done, so 401 changed nothing. 404 as a page,
 * 405 and 501 come from a server that is set up wrongly: to drop a change for that would lose it. A crash may come after the
 * commit, so nobody knows of 500; stock servers answer it to some requests every time, so it is bounded. A deletion is
 * confirmed by any 2xx that is empty or JSON.
 * @param hasKey a create that carried its key
 */
export function classify(kind: MutationKind, answer: Answer, hasKey = false): Verdict {
  switch (answer.kind) {
    case 'notSent':
      return { do: 'requeue', pause: 'signedOut', fault: false };
    case 'unauthorized':
      return answer.refresh === 'refused'
        ? { do: 'requeue', pause: 'signedOut', fault: false }
        : { do: 'requeue', pause: null, fault: true };
    case 'redirect':
      return { do: 'settle', fault: true, pause: 'captivePortal' };
    case 'noAnswer':
      return { do: 'settle', fault: true };
    case 'response':
      return answer.status < 400 ? classifySuccess(kind, answer) : classifyError(kind, answer, hasKey);
  }
}

type Response = Extract<Answer, { kind: 'response' }>;

function classifySuccess(kind: MutationKind, answer: Response): Verdict {
  if (answer.body.kind === 'html') return { do: 'settle', fault: true, pause: 'captivePortal' };
  if (answer.status < 200 || answer.status > 299) return { do: 'settle', fault: true };
  if (kind === 'delete') {
    return answer.status === 204 || answer.body.kind === 'empty' || answer.body.kind === 'json'
      ? { do: 'confirm', record: null }
      : { do: 'settle', fault: false };
  }
  const record = answer.status === 204 ? null : recordIn(answer);
  return record ? { do: 'confirm', record } : { do: 'settle', fault: false };
}

function classifyError(kind: MutationKind, answer: Response, hasKey: boolean): Verdict {
  const { status } = answer;
  if (AMBIGUOUS_STATUS.includes(status)) return { do: 'settle', fault: true };
  switch (status) {
    case 401:
      return { do: 'requeue', pause: 'signedOut', fault: false };
    case 404:
    case 410:
      return classifyMissing(kind, answer, hasKey);
    case 405:
    case 501:
      return { do: 'requeue', pause: 'serverProblem', fault: false };
    case 409:
      return kind === 'update' ? { do: 'readRecord' } : { do: 'park', reason: 'rejected' };
    case 412:
      return kind === 'create' ? { do: 'park', reason: 'rejected' } : { do: 'readRecord' };
    case 425:
    case 429:
      return { do: 'requeue', pause: 'throttled', fault: false };
    default:
      return status >= 500 ? { do: 'serverError' } : { do: 'park', reason: 'rejected' };
  }
}

/**
 * 404 and 410 mean the record only when the API itself says so; a page means a server set up wrongly. A create
 * has no record yet, but with a key of its own that was used and deleted since.
 */
function classifyMissing(kind: MutationKind, answer: Response, hasKey: boolean): Verdict {
  if (hasKey && apiSays(answer, 410)) return { do: 'park', reason: 'deletedOnServer' };
  if (answer.body.kind !== 'json' || kind === 'create') {
    return { do: 'requeue', pause: 'serverProblem', fault: false };
  }
  return kind === 'delete' ? { do: 'confirm', record: null } : { do: 'readRecord' };
}

/** What reading one record says about it. */
export type ReadResult =
  | { readonly found: 'record'; readonly record: WireRecord }
  | { readonly found: 'gone' }
  /** No statement about the record; classify it like any failed request. */
  | { readonly found: 'nothing' };

/** Reads an answer to GET of one record: it is gone only when the API itself says 404 or 410. */
export function classifyRecordRead(answer: Answer): ReadResult {
  if (answer.kind !== 'response') return { found: 'nothing' };
  if (apiSays(answer, 404, 410)) return { found: 'gone' };
  const record =
    answer.status === 200 && answer.body.kind === 'json' ? readRecord(asObject(answer.body.value)) : null;
  return record ? { found: 'record', record } : { found: 'nothing' };
}

/** What a GET that brought nothing of use says of the way to the server. */
export interface GetVerdict {
  readonly pause: PauseReason | null;
  /** The network is to blame. */
  readonly fault: boolean;
}

const FAULT: GetVerdict = { pause: null, fault: true };
const PORTAL: GetVerdict = { pause: 'captivePortal', fault: true };
const SIGNED_OUT: GetVerdict = { pause: 'signedOut', fault: false };

/** Which pause a failed GET asks for: a GET changes nothing, so that whether it was carried out is no question. */
export function classifyGet(answer: Answer): GetVerdict {
  switch (answer.kind) {
    case 'notSent':
      return SIGNED_OUT;
    case 'unauthorized':
      return answer.refresh === 'refused' ? SIGNED_OUT : FAULT;
    case 'redirect':
      return PORTAL;
    case 'noAnswer':
      return FAULT;
    case 'response':
      return classifyRead(answer);
  }
}

/**
 * Whether an answer shows that the network, or what stands before the server, is to blame, whatever was asked. Not where the app
 * gave the request up itself.
 */
export function isNetworkFault(answer: Answer): boolean {
  const isGivenUp = answer.kind === 'noAnswer' && answer.cause === 'aborted';
  return !isGivenUp && classifyGet(answer).fault;
}

function classifyRead(answer: Response): GetVerdict {
  const { status, body } = answer;
  if (status < 400 && body.kind === 'html') return PORTAL;
  if (status < 200 || (status > 299 && status < 400) || AMBIGUOUS_STATUS.includes(status)) return FAULT;
  if (status === 401) return SIGNED_OUT;
  if (status === 425 || status === 429) return { pause: 'throttled', fault: false };
  // What is not what was asked for: the way to the server is not to blame.
  return { pause: recordIn(answer) ? null : 'serverProblem', fault: false };
}
