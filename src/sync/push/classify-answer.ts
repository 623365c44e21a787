import { AMBIGUOUS_STATUS, type Answer, apiSays, isPortal, recordIn } from '../../domain/answer.ts';
import type { Verdict } from '../../outbox/lane-event.ts';
import type { Mutation } from '../../outbox/mutation.ts';

const PORTAL: Verdict = { do: 'settle', fault: true, pause: 'captivePortal' };

/**
 * Decides by the status and the kind of body, never by the text of a message. SPEC.md has the table.
 *
 * - 502, 504: the server behind the gateway may have carried out the change.
 * - 401: the token is checked first, so nothing was done.
 * - 404 or 410 without JSON, 405, 501: the server is misconfigured, so the change stays queued.
 * - 500: a crash may follow the commit. Some requests always get a 500, so tries are bounded.
 *
 * @param hasKey true for a create that was sent with its key
 */
export function classify(kind: Mutation['kind'], answer: Answer, hasKey = false): Verdict {
  switch (answer.kind) {
    case 'notSent':
      return { do: 'requeue', pause: 'signedOut', fault: false };
    case 'unauthorized':
      return answer.refresh === 'refused'
        ? { do: 'requeue', pause: 'signedOut', fault: false }
        : { do: 'requeue', pause: null, fault: answer.refresh === 'unreachable' };
    case 'redirect':
      return PORTAL;
    case 'noAnswer':
      return { do: 'settle', fault: true };
    case 'response':
      if (isPortal(answer)) return PORTAL;
      return answer.status < 400 ? classifySuccess(kind, answer) : classifyError(kind, answer, hasKey);
  }
}

type Response = Extract<Answer, { kind: 'response' }>;

function classifySuccess(kind: Mutation['kind'], answer: Response): Verdict {
  if (answer.status < 200 || answer.status > 299) return { do: 'settle', fault: true };
  if (kind === 'delete') {
    return answer.status === 204 || answer.body.kind === 'empty' || answer.body.kind === 'json'
      ? { do: 'confirm', record: null }
      : { do: 'settle', fault: false };
  }
  const record = answer.status === 204 ? null : recordIn(answer);
  return record ? { do: 'confirm', record } : { do: 'settle', fault: false };
}

function classifyError(kind: Mutation['kind'], answer: Response, hasKey: boolean): Verdict {
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
 * Trusts only the API's own 404 or 410, which is JSON: a web page means a misconfigured server. A create has no
 * record that could be missing, but a 410 for its key shows that its row has been deleted since.
 */
function classifyMissing(kind: Mutation['kind'], answer: Response, hasKey: boolean): Verdict {
  if (hasKey && apiSays(answer, 410)) return { do: 'park', reason: 'deletedOnServer' };
  if (answer.body.kind !== 'json' || kind === 'create') {
    return { do: 'requeue', pause: 'serverProblem', fault: false };
  }
  return kind === 'delete' ? { do: 'confirm', record: null } : { do: 'readRecord' };
}
