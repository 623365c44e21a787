import { detailOf } from '../api/api-error.ts';
import type { Answer } from '../domain/answer.ts';
import { failedTo } from '../domain/error-catalogue.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { classifyGet } from '../outbox/classify-answer.ts';
import { signInFailureWords } from '../words/sign-in.ts';
import type { SyncContext, WorkResult } from './sync-context.ts';
import { throttleDelay } from './throttle.ts';

/** What a GET that brought nothing of use says about the way to the server. */
export function failedGet(context: SyncContext, answer: Answer): WorkResult {
  const { pause, fault } = classifyGet(answer);
  const contact = answer.kind === 'response' && !fault && pause === null;
  return { contact, fault, pause, throttleMs: throttleOf(context, pause, answer) };
}

/** Says why a collection was not read: the server's words, or that a page of a captive portal came in their place. */
export function failureText(resource: ResourceName, answer: Answer, { pause }: WorkResult): string {
  if (pause === 'captivePortal') return signInFailureWords.captivePortal;
  return detailOf(answer, failedTo('fetch', resourceSpecs[resource].label.plural.toLowerCase()));
}

/** The wait in ms that comes with a pause: 0 unless the server asked for patience. */
export function throttleOf(context: SyncContext, pause: PauseReason | null, answer: Answer): number {
  if (pause !== 'throttled') return 0;
  const asked = answer.kind === 'response' ? answer.retryAfter : null;
  return throttleDelay(asked, context.clock.now(), context.random);
}
