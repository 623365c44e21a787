import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow, useToday } from '../../../crud/time.tsx';
import { type ChamberStatus, dryRemark } from '../../../domain/drying/chamber-status.ts';
import type { Chamber, DryingLog } from '../../../domain/drying/drying-log.ts';
import { refTo } from '../../../domain/drying/labels.ts';
import { chamberName, round, valueText } from '../../../domain/drying/names.ts';
import { latestOf } from '../../../domain/drying/readings.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { dryingPaperWords, dryingWords, visitWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import { changeText } from './figures.tsx';
import { ReadList } from './read-list.tsx';
import css from './readings.module.css';
import { useReadingsDialog } from './readings-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { useDryingEdit } from './use-drying-edit.ts';
import { verdictText } from './verdict-text.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly log: DryingLog;
  readonly status: ChamberStatus;
  readonly onVisit: (chamber: string) => void;
}

export function ChamberCard({ localId, record, log, status, onVisit }: Props) {
  const { chamber, air, verdict } = status;
  const { name } = chamber;
  const now = useNow();
  const today = useToday();
  const { signed } = useMyName();
  const { busy, problem, add } = useDryingEdit(localId);
  const [finishing, setFinishing] = useState(false);
  const { show, dialog } = useReadingsDialog({ localId, record, log });
  const [editing, setEditing] = useState(false);
  const before = latestOf(chamber.readings)?.before;
  const statement = chamber.statements.at(-1);
  const words = verdictText(verdict);

  async function finish(): Promise<void> {
    setFinishing(false);
    const remark = dryRemark(verdict, today);
    await add([{ word: 'dry', ref: refTo(log.chambers, chamber, signed), remark }]);
  }

  async function reopen(): Promise<void> {
    await add([{ word: 'reopened', ref: refTo(log.chambers, chamber, signed), remark: '' }]);
  }

  return (
    <section aria-label={visitWords.chamber({ name })}>
      <h2 className={css.title}>{chamberName(chamber)}</h2>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <ChamberFacts chamber={chamber} />
      <p className={css.verdict}>{words}</p>
      {statement && (
        <p>
          {(statement.isDry ? dryingWords.saidDry : dryingWords.wasReopened)({
            who: statement.who,
            when: formatMoment(statement.at, now),
          })}
        </p>
      )}
      {air && (
        <p className={css.air}>
          <span>{valueText(air)}</span> <span>{visitWords.grains({ grains: round(air.grains) })}</span>{' '}
          <span>{visitWords.dewPoint({ degrees: round(air.dewPoint) })}</span>{' '}
          {air.change !== null && before && <span>{changeText(air.change, before.day)}</span>}
        </p>
      )}
      <ReadList {...status} onShow={show} />
      <div className={css.buttons}>
        {chamber.dry ? (
          <Button
            variant="default"
            size="md"
            disabled={busy}
            aria-label={dryingWords.reopenChamber({ name })}
            onClick={() => void reopen()}
          >
            {dryingWords.reopen}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              size="md"
              aria-label={dryingWords.readChamber({ name })}
              onClick={() => onVisit(name)}
            >
              {dryingWords.read}
            </Button>
            <Button
              variant="default"
              size="md"
              disabled={busy}
              aria-label={dryingWords.finishChamber({ name })}
              onClick={() => setFinishing(true)}
            >
              {dryingWords.finish}
            </Button>
          </>
        )}
        <Button
          variant="subtle"
          size="md"
          aria-label={dryingWords.showReadings({ name })}
          onClick={() => show({ kind: 'chamber', ref: chamber })}
        >
          {dryingWords.title}
        </Button>
        <Button
          variant="subtle"
          size="md"
          aria-label={dryingWords.editChamber({ name })}
          onClick={() => setEditing(true)}
        >
          {dryingWords.edit}
        </Button>
      </div>
      {finishing && (
        <Dialog title={dryingWords.finishQuestion({ name })} size="small" onClose={() => setFinishing(false)}>
          <p>{dryingWords.finishAbout({ verdict: words })}</p>
          <p>{dryingWords.finishOpen}</p>
          <DialogButtons>
            <Button variant="default" onClick={() => setFinishing(false)}>
              {dryingWords.cancel}
            </Button>
            <Button onClick={() => void finish()}>{dryingWords.finish}</Button>
          </DialogButtons>
        </Dialog>
      )}
      {dialog}
      {editing && (
        <SetUpDialog
          localId={localId}
          record={record}
          log={log}
          kind="chamber"
          item={chamber}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  );
}

function ChamberFacts({ chamber: { fact } }: { readonly chamber: Chamber }) {
  const { category = null, lossClass, cubicFeet } = fact;
  if (category === null && lossClass === null && cubicFeet === null) return null;
  return (
    <p className={css.facts}>
      {category !== null && <span>{dryingWords.categoryIs({ number: category })}</span>}{' '}
      {lossClass !== null && <span>{dryingWords.classIs({ number: lossClass })}</span>}{' '}
      {cubicFeet !== null && <span>{dryingPaperWords.cubicFeet({ count: cubicFeet })}</span>}
    </p>
  );
}
