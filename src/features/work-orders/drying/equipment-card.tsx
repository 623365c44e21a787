import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { billedText } from '../../../domain/drying/billed-text.ts';
import { notRemoved } from '../../../domain/drying/corrections.ts';
import type { Ref } from '../../../domain/drying/drying-facts.ts';
import { type DryingLog, runningPlacement, type Unit } from '../../../domain/drying/drying-log.ts';
import { equipmentDays, sumOfDays } from '../../../domain/drying/equipment-days.ts';
import { refTo } from '../../../domain/drying/labels.ts';
import { unitKind } from '../../../domain/drying/names.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { dryingWords, visitWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import { PlacedCounts } from './placed-counts.tsx';
import css from './readings.module.css';
import { useReadingsDialog } from './readings-dialog.tsx';
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
  const [setting, setSetting] = useState<{ readonly kind: 'move' | 'name'; readonly item: Unit } | null>(
    null,
  );
  const { show, dialog } = useReadingsDialog({ localId, record, log });
  const [counting, setCounting] = useState<Ref | null>(null);
  const close = (): void => setSetting(null);
  const billed = billedText(log, sumOfDays(log.units.map((unit) => equipmentDays(unit, now))));
  return (
    <section aria-labelledby="drying-equipment">
      <h2 id="drying-equipment" className={css.title}>
        {dryingWords.equipment}
      </h2>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {billed && <p className={css.muted}>{billed}</p>}
      <ul className={css.list}>
        {log.units.map((unit) => {
          const { name } = unit;
          const placed = runningPlacement(unit);
          const gone = unit.placements.at(-1)?.until;
          const seen = unit.seen.at(-1);
          const { calendarDays: calendar, periods } = equipmentDays(unit, now);
          return (
            <li key={name} className={css.unit}>
              <p className={css.row}>
                <span>{`${name} · ${unitKind(unit)}`}</span>
                <span className={css.muted}>
                  {placed
                    ? `${dryingWords.running} · ${visitWords.chamber({ name: placed.chamber ?? '?' })}`
                    : gone
                      ? dryingWords.removedBy({ who: gone.who, when: formatMoment(gone.at, now) })
                      : dryingWords.notPlaced}
                </span>
              </p>
              {(placed || seen) && (
                <p className={css.muted}>
                  {seen
                    ? dryingWords.lastSeen({ who: seen.who, when: formatMoment(seen.at, now) })
                    : dryingWords.neverSeen}
                </p>
              )}
              <div className={css.row}>
                <p className={css.muted}>{dryingWords.days({ calendar, periods })}</p>
                <div className={css.buttons}>
                  {unit.readings.length > 0 && (
                    <Button
                      variant="subtle"
                      aria-label={dryingWords.readingsOfUnit({ name })}
                      onClick={() => show({ kind: 'unit', ref: unit })}
                    >
                      {dryingWords.title}
                    </Button>
                  )}
                  <Button
                    variant="subtle"
                    aria-label={dryingWords.editItem({ name })}
                    onClick={() => setSetting({ kind: 'name', item: unit })}
                  >
                    {dryingWords.edit}
                  </Button>
                  <Button
                    variant="subtle"
                    aria-label={dryingWords.correctCount({ name })}
                    onClick={() => setCounting(unit)}
                  >
                    {dryingWords.correct}
                  </Button>
                  <Button
                    variant="default"
                    aria-label={(placed ? dryingWords.moveUnit : dryingWords.placeUnit)({ name })}
                    onClick={() => setSetting({ kind: 'move', item: unit })}
                  >
                    {placed ? dryingWords.move : dryingWords.place}
                  </Button>
                  {!placed && gone && (
                    <Button
                      variant="default"
                      disabled={busy}
                      aria-label={dryingWords.undoRemovalOf({ name })}
                      onClick={() => void add([notRemoved(log.units, unit, gone)])}
                    >
                      {dryingWords.undoRemoval}
                    </Button>
                  )}
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
      {dialog}
      {counting !== null && (
        <PlacedCounts localId={localId} log={log} of={counting} onClose={() => setCounting(null)} />
      )}
      <LazySlot onClose={close}>
        {setting && <SetUpDialog localId={localId} record={record} log={log} {...setting} onClose={close} />}
      </LazySlot>
    </section>
  );
}
