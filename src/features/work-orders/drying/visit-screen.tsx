import { useState } from 'react';
import { visitSteps } from '../../../domain/drying/visit-steps.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { useMyName } from '../day/use-crew.ts';
import type { ReadLog } from './use-drying-log.ts';
import { useVisit } from './use-visit.ts';
import { QuestionsDialog, visitQuestions } from './visit-questions.tsx';
import { VisitWalk } from './visit-walk.tsx';

interface Props extends ReadLog {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly found: FoundDraft | null;
  /** A chamber's name: only that one is read. */
  readonly only: string | null;
  readonly onLeave: () => void;
}

/** The steps stay as they were when the visit began, whatever arrives meanwhile. */
export function VisitScreen({ localId, record, entries, log, found, only, onLeave }: Props) {
  const { signed } = useMyName();
  const [steps] = useState(() =>
    visitSteps(log, signed).filter((step) => only === null || isWithin(step.of, only)),
  );
  const visit = useVisit({ localId, record, steps, found });
  const [asking, setAsking] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly string[]>([]);

  async function save(): Promise<void> {
    setAsking([]);
    if (await visit.save()) onLeave();
  }

  function ask(): void {
    const given = visit.latest();
    if (given.length === 0) return onLeave();
    const open = visitQuestions(entries, given).filter((question) => !asked.includes(question));
    setAsked([...asked, ...open]);
    if (open.length > 0) setAsking(open);
    else void save();
  }

  return (
    <>
      <VisitWalk visit={visit} steps={steps} log={log} onSave={ask} onLeave={onLeave} />
      {asking.length > 0 && (
        <QuestionsDialog questions={asking} onSave={() => void save()} onBack={() => setAsking([])} />
      )}
    </>
  );
}

type Of = ReturnType<typeof visitSteps>[number]['of'];

function isWithin(of: Of, chamber: string): boolean {
  if (typeof of === 'string') return false;
  if ('dry' in of) return of.name === chamber;
  if ('removed' in of) return of.chamber === chamber;
  return of.placements.some((one) => one.until === null && one.chamber === chamber);
}
