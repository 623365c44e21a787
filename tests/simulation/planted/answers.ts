import type { Answer } from '../../../src/domain/answer.ts';
import type { Verdict } from '../../../src/outbox/lane-event.ts';
import { bug, type PlantedBug, relaxedOnly, type Seam, seam } from './seam.ts';

/** Mistakes in reading an answer. */
export const ANSWER_BUGS: readonly PlantedBug[] = [
  bug(
    '401 is permanent',
    verdictOn((answer) => answer.kind === 'unauthorized' && answer.refresh === 'refused', {
      do: 'park',
      reason: 'rejected',
    }),
  ),
  bug(
    '429 is permanent',
    verdictOn((answer) => answer.kind === 'response' && [425, 429].includes(answer.status), {
      do: 'park',
      reason: 'rejected',
    }),
  ),
  bug(
    'HTML with 200 is success',
    verdictOn((answer) => answer.kind === 'response' && answer.status < 400 && answer.body.kind === 'html', {
      do: 'confirm',
      record: null,
    }),
  ),
  bug(
    'any 4xx drops the change',
    seam('src/sync/push/push-transactions.ts', 'settlementOf', (settlementOf) => (claimed, answer) => {
      const settlement = settlementOf(claimed, answer);
      return settlement.verdict.do === 'park'
        ? { ...settlement, verdict: { do: 'confirm', record: null } }
        : settlement;
    }),
  ),
  bug(
    'retry cap',
    seam('src/sync/push/push-transactions.ts', 'settlementOf', (settlementOf) => (claimed, answer) => {
      const settlement = settlementOf(claimed, answer);
      return settlement.verdict.do === 'settle' && claimed.mutation.attempts > 2
        ? { ...settlement, verdict: { do: 'confirm', record: null } }
        : settlement;
    }),
  ),
  bug(
    'confirm without compare-and-set',
    // Confirms whatever has become of the change since it was sent, even if it has left the outbox.
    seam('src/outbox/attempt.ts', 'answered', (answered) => (draft, event) => {
      if (event.verdict.do !== 'confirm') return answered(draft, event);
      const open = draft.find(event.seen.id);
      if (open) draft.change(open, { claimGeneration: Number.MAX_SAFE_INTEGER });
      else draft.append(event.seen);
      answered(draft, { ...event, seen: draft.find(event.seen.id) ?? event.seen });
    }),
  ),
  bug(
    'duplicate not merged',
    seam('src/outbox/confirm.ts', 'confirm', (confirm) => (draft, mutation, proof) => {
      confirm(draft, mutation, { ...proof, other: undefined });
    }),
  ),
  bug(
    'a confirmation is not written through',
    seam('src/sync/push/push-transactions.ts', 'confirmAll', (confirmAll) => (context, settlements) => {
      return confirmAll(relaxedOnly(context), settlements);
    }),
  ),
  bug(
    'a portal counts as the server',
    seam('src/sync/engine/contact.ts', 'reachServer', (reachServer) => async (context) => {
      let status = 500;
      const work = await reachServer({
        ...context,
        send: async (request) => {
          const answer = await context.send(request);
          if (answer.kind === 'response') status = answer.status;
          return answer;
        },
      });
      return status < 500 && work.pause !== 'throttled'
        ? { contact: true, fault: false, pause: null, throttleMs: 0 }
        : work;
    }),
  ),
];

function verdictOn(isMeant: (answer: Answer) => boolean, verdict: Verdict): Seam {
  return seam(
    'src/sync/push/classify-answer.ts',
    'classify',
    (classify) =>
      (kind, answer, ...keyed) =>
        isMeant(answer) ? verdict : classify(kind, answer, ...keyed),
  );
}
