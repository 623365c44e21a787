import type { Answer } from '../../../src/domain/answer.ts';
import type { Exchange } from '../machine/network.ts';
import type { Tab } from '../machine/tab.ts';
import { Violation } from './violation.ts';

/** Time in ms in which a tab takes in what it was told, where storing takes time; else that is within the moment. */
const TAKEN_IN_MS = 3000;

const SIGN_IN = '/auth/token/';

interface Known {
  /** Virtual time in ms of each fault that no answer has come after. */
  faults: number[];
  contact: boolean;
  /** When somebody last signed in: what fails that another account's engine had asked is nothing to this one. */
  signedInAt: number;
}

/**
 * P1 and P20, by what a tab was told: nothing that changes something leaves it before a server has answered it since it was
 * opened and since the last fault of the network. An answer that comes after a fault is contact; a page in the place of
 * JSON is none.
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
    // A person signs in, and nothing else waits for that.
    if (request.path.endsWith(SIGN_IN)) {
      if (answer.kind === 'response' && answer.status === 200) known.signedInAt = now;
      return;
    }
    // Where that fails the engine has not been told, or has still to ask.
    const isOurs = !request.path.endsWith('/auth/user/');
    if (isFault(answer)) known.faults.push(...(isOurs && sentAt >= known.signedInAt ? [now] : []));
    else if (isContact(request.method, answer)) {
      known.faults = [];
      known.contact = true;
    }
  }

  /**
   * Called when a request that changes something leaves.
   * @param attemptId one that the server has asked to be signed in for goes out again by itself
   */
  sent({ tab, request }: Exchange, attemptId: string | null, now: number): void {
    const { faults, contact } = this.#of(tab);
    const isRepeated = attemptId !== null && this.#attempts.has(attemptId);
    if (attemptId !== null) this.#attempts.add(attemptId);
    if (isRepeated) return;
    const heard = this.#storingTakesTime ? TAKEN_IN_MS : 0;
    if (contact && !faults.some((at) => now - at > heard)) return;
    const since = contact ? 'a fault of the network' : 'it was opened';
    throw new Violation(
      'P1',
      `${tab.name} sends ${request.method} ${request.path}, and no server has answered since ${since}`,
    );
  }

  #of(tab: Tab): Known {
    const known = this.#tabs.get(tab) ?? { faults: [], contact: false, signedInAt: Number.NEGATIVE_INFINITY };
    this.#tabs.set(tab, known);
    return known;
  }
}

/** What the app has aborted itself is no fault. */
function isFault(answer: Answer): boolean {
  if (answer.kind === 'noAnswer') return answer.cause !== 'aborted';
  if (answer.kind === 'redirect') return true;
  return answer.kind === 'response' && answer.status < 400 && answer.body.kind === 'html';
}

/** To a change the server itself may answer with a page, when it fails over it. */
function isContact(method: string, answer: Answer): boolean {
  return answer.kind === 'response' && (method !== 'GET' || answer.body.kind === 'json');
}
