import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { type DryingLog, runningPlacement, type Unit } from '../../../domain/drying/drying-log.ts';
import { equipmentDays } from '../../../domain/drying/equipment-days.ts';
import { refTo } from '../../../domain/drying/labels.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { dryingWords, visitWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import { unitKind } from './drying-names.ts';
import css from './readings.module.css';
import { SetUpDialog } from './set-up-dialog.tsx';
import { useDryingEdit } from './use-drying-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly log: DryingLog;
}

export function EquipmentCard({ localId, record, log }: Props) {
  const now = useNow();
  const { signed } = useMyName();
  const { busy, problem, add } = useDryingEdit(localId);
  const [moving, setMoving] = useState<Unit | null>(null);
  const close = (): void => setMoving(null);
  return (
    <section aria-labelledby="drying-equipment">
      <h2 id="drying-equipment" className={css.title}>
        {dryingWords.equipment}
      </h2>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <ul className={css.list}>
        {log.units.map((unit) => {
          const { name } = unit;
          const placed = runningPlacement(unit);
          const gone = unit.placements.at(-1)?.until;
          const { calendarDays: calendar, periods } = equipmentDays(unit, now);
          return (
            <li key={name} className={css.unit}>
              <p className={css.row}>
                <span>{`${name} · ${unitKind(unit)}`}</span>
                <span className={css.muted}>
                  {placed
                    ? `${dryingWords.running} · ${visitWords.chamber({ name: placed.chamber ?? '?' })}`
                    : gone && dryingWords.removedOn({ when: formatMoment(gone.at, now) })}
                </span>
              </p>
              <div className={css.row}>
                <p className={css.muted}>{dryingWords.days({ calendar, periods })}</p>
                <div className={css.buttons}>
                  <Button
                    variant="default"
                    aria-label={dryingWords.moveUnit({ name })}
                    onClick={() => setMoving(unit)}
                  >
                    {dryingWords.move}
                  </Button>
                  {placed && (
                    <Button
                      variant="default"
                      disabled={busy}
                      aria-label={dryingWords.removeUnit({ name })}
                      onClick={() =>
                        void add([{ word: 'removed', ref: refTo(log.units, unit, signed), isPoint: false }])
                      }
                    >
                      {dryingWords.remove}
                    </Button>
                  )}
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <LazySlot onClose={close}>
        {moving && (
          <SetUpDialog
            localId={localId}
            record={record}
            log={log}
            kind="unit"
            moved={moving}
            onClose={close}
          />
        )}
      </LazySlot>
    </section>
  );
}
