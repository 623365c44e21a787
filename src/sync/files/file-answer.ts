import { type FileState, fileStateIn } from '../../api/files-api.ts';
import { type Answer, asObject, classifyGet, isPortal, isThrottled } from '../../domain/answer.ts';

/** The meaning of an answer to bytes. SPEC.md has the table. */
export type FileVerdict =
  | { readonly do: 'note'; readonly state: FileState }
  /** About the connection or the session, not about the file. */
  | { readonly do: 'wait' }
  /** The server failed on this file. */
  | { readonly do: 'again' }
  /** Nothing came back. A long request may break off where short ones pass, so this says nothing about changes. */
  | { readonly do: 'lost' }
  | { readonly do: 'smaller' }
  /** The server has dropped all ranges. */
  | { readonly do: 'restart' }
  /** The server takes no file at all: it has no such address, or no room. */
  | { readonly do: 'pause'; readonly why: 'serverProblem' | 'serverFull' }
  | { readonly do: 'refuse' };

const NO_ROOM = 507;

export function classifyFileAnswer(answer: Answer): FileVerdict {
  if (answer.kind === 'noAnswer') return { do: 'lost' };
  if (answer.kind !== 'response' || isPortal(answer)) return { do: 'wait' };
  const { status, body } = answer;
  if (status === 401 || isThrottled(status)) return { do: 'wait' };
  if (status === NO_ROOM) return { do: 'pause', why: 'serverFull' };
  if ([404, 405, 410, 501].includes(status)) return { do: 'pause', why: 'serverProblem' };
  if (status === 408) return { do: 'lost' };
  if (status >= 500) return { do: 'again' };
  if (status < 400) {
    const state = fileStateIn(answer);
    return state ? { do: 'note', state } : { do: 'again' };
  }
  // A proxy limits the size of bodies.
  if (body.kind !== 'json') return status === 413 ? { do: 'smaller' } : { do: 'pause', why: 'serverProblem' };
  const code = asObject(body.value)?.['code'];
  if (status === 422 && code === 'hash_differs') return { do: 'restart' };
  return code === 'range_too_large' ? { do: 'smaller' } : { do: 'refuse' };
}

/** Returns true if only a short request can tell whether there is a connection. */
export function leavesContactOpen(answer: Answer): boolean {
  return answer.kind === 'noAnswer' && answer.cause === 'network';
}

/** Returns true for answers that prove contact with the server. */
export function isContact(answer: Answer): boolean {
  return answer.kind === 'response' && answer.status < 500 && !classifyGet(answer).fault;
}
