import type { Answer } from '../../../src/domain/answer.ts';
import type { Exchange } from '../machine/network.ts';
import type { Tab } from '../machine/tab.ts';
import { Violation } from './violation.ts';

/** In ms. With a slow disk, a tab may take this long to note an answer. */
const TAKEN_IN_MS = 3000;

const SIGN_IN = '/auth/token/';
const FILES_PATH = '/api/v1/files/';

interface Known {
  /** Virtual time in ms of each fault since the last answer. */
  faults: number[];
  contact: boolean;
  /** Virtual time in ms of the last sign-in. Failures of requests that were sent before it do not count. */
  signedInAt: number;
}

/**
 * P1 and P20: a tab sends no change until a server has answered it, after its opening and after each network fault but
 * that of a file. A page instead of JSON is not an answer. The check knows only what each tab received.
 */
export class ContactCheck {
  readonly #tabs = new WeakMap<Tab, Known>();
  readonly #storingTakesTime: boolean;
  readonly #attempts = new Set<string>();

  constructor(storingTakesTime: boolean) {
    this.#storingTakesTime = storingTakesTime;
  }

  told({ tab, request, sentAt }: Exchange, answer: Answer, now: number): void {
    const known = this.#of(tab);
    // A sign-in does not wait for contact.
    if (request.path.endsWith(SIGN_IN)) {
      if (answer.kind === 'response' && answer.status === 200) known.signedInAt = now;
      return;
    }
    // After a fault of a profile request, the engine does not know the user or must ask again, so the fault does not
    // count.
    const isOurs = !request.path.endsWith('/auth/user/');
    // A long request may break off where short ones pass.
    if (answer.kind === 'noAnswer' && request.path.startsWith(FILES_PATH)) return;
    if (isFault(answer)) known.faults.push(...(isOurs && sentAt >= known.signedInAt ? [now] : []));
    else if (isContact(request, answer)) {
      known.faults = [];
      known.contact = true;
    }
  }

  /**
   * Called when a request that changes something leaves.
   * @param attemptId an attempt that is repeated after a new sign-in is not checked
   */
  sent({ tab, request }: Exchange, attemptId: string | null, now: number): void {
    const { faults, contact } = this.#of(tab);
    const isRepeated = attemptId !== null && this.#attempts.has(attemptId);
    if (attemptId !== null) this.#attempts.add(attemptId);
    if (isRepeated) return;
    const heard = this.#storingTakesTime ? TAKEN_IN_MS : 0;
    if (contact && !faults.some((at) => now - at > heard)) return;
    const since = contact ? 'a network fault' : 'the tab was opened';
    throw new Violation(
      'P1',
      `${tab.name} sends ${request.method} ${request.path}, but no server has answered since ${since}`,
    );
  }

  #of(tab: Tab): Known {
    const known = this.#tabs.get(tab) ?? { faults: [], contact: false, signedInAt: Number.NEGATIVE_INFINITY };
    this.#tabs.set(tab, known);
    return known;
  }
}

/** An abort by the app is not a fault. */
function isFault(answer: Answer): boolean {
  if (answer.kind === 'noAnswer') return answer.cause !== 'aborted';
  if (answer.kind === 'redirect') return true;
  return answer.kind === 'response' && answer.status < 400 && answer.body.kind === 'html';
}

/** The answer to a change may even be a page, which a server may send when it crashes. Bytes answer only a file. */
function isContact({ method }: Exchange['request'], answer: Answer): boolean {
  return answer.kind === 'response' && (method !== 'GET' || ['json', 'bytes'].includes(answer.body.kind));
}
