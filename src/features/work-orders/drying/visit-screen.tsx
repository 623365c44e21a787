import { type ComponentType, useState } from 'react';
import type { Chamber, DryingLog } from '../../../domain/drying/drying-log.ts';
import { visitSteps, walkOf } from '../../../domain/drying/visit-steps.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { visitWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import type { ReadLog } from './use-drying-log.ts';
import { useVisit } from './use-visit.ts';
import css from './visit.module.css';
import { QuestionsDialog, useVisitQuestions } from './visit-questions.tsx';
import { type MeterPhotoProps, VisitWalk } from './visit-walk.tsx';

interface Props extends ReadLog {
  readonly row: { readonly localId: string; readonly serverId: string | number | undefined };
  readonly record: WorkOrder;
  readonly MeterPhoto: ComponentType<MeterPhotoProps>;
  readonly found: FoundDraft | null;
  /** Only that one is read. Null for all. */
  readonly only: Chamber | null;
  /** Other visits of the job that are not saved yet, from `walkOf`. */
  readonly others: readonly string[];
  readonly onLeave: () => void;
}

/** The steps stay as they were when the visit began, whatever arrives meanwhile. */
export function VisitScreen({ row, record, MeterPhoto, entries, log, found, only, others, onLeave }: Props) {
  const { localId, serverId } = row;
  const { signed } = useMyName();
  const [steps] = useState(() =>
    visitSteps(log, signed).filter((step) => only === null || isWithin(step.of, only.name)),
  );
  const [walk] = useState(() => found?.draft.part ?? walkOf(only));
  const visit = useVisit({ localId, record, entries, steps, walk, found });
  const { asking, ask, stop } = useVisitQuestions({ entries, visit, onSave: () => void save() });

  async function save(): Promise<void> {
    stop();
    if (await visit.save()) onLeave();
  }

  return (
    <>
      <VisitWalk
        record={record}
        visit={visit}
        steps={steps}
        log={log}
        only={only}
        MeterPhoto={MeterPhoto}
        parent={{ resource: 'workOrders', localId, serverId }}
        onSave={() => (visit.latest().length === 0 ? onLeave() : ask())}
        onLeave={onLeave}
      >
        {others.map((other) => (
          <p key={other} className={css.last}>
            {otherText(other, log)}
          </p>
        ))}
      </VisitWalk>
      {asking.length > 0 && <QuestionsDialog questions={asking} onSave={() => void save()} onBack={stop} />}
    </>
  );
}

function otherText(walk: string, { chambers }: DryingLog): string {
  const chamber = chambers.find((one) => walkOf(one) === walk);
  return chamber ? visitWords.keptOfChamber({ name: chamber.name }) : visitWords.keptOfAll;
}

type Of = ReturnType<typeof visitSteps>[number]['of'];

function isWithin(of: Of, chamber: string): boolean {
  if (typeof of === 'string') return false;
  if ('dry' in of) return of.name === chamber;
  if ('removed' in of) return of.chamber === chamber;
  return of.placements.some((one) => one.until === null && one.chamber === chamber);
}
