import { Button } from '@mantine/core';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Chamber, type DryingLog, runningPlacement } from '../../../domain/drying/drying-log.ts';
import { valueText } from '../../../domain/drying/names.ts';
import { fieldOf } from '../../../domain/drying/pad-keys.ts';
import { givenFor } from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { PhotoParent } from '../../../records/use-photos.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { visitWords } from '../../../words/drying.ts';
import { DiscardVisit } from './discard-visit.tsx';
import { stepName } from './drying-names.ts';
import { Figures } from './figures.tsx';
import { Keypad, padKey } from './keypad.tsx';
import { NumberBoxes, RefusedNumber } from './number-boxes.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import type { Visit } from './use-visit.ts';
import css from './visit.module.css';
import { VisitEnd } from './visit-end.tsx';
import { VisitProblems } from './visit-problems.tsx';

export interface MeterPhotoProps {
  readonly parent: PhotoParent;
  readonly rooms: readonly string[];
  readonly room: string;
}

interface Props {
  readonly record: WorkOrder;
  readonly visit: Visit;
  readonly steps: readonly VisitStep[];
  readonly log: DryingLog;
  /** Only that one is read. Null for all. */
  readonly only: Chamber | null;
  readonly MeterPhoto: ComponentType<MeterPhotoProps>;
  /** Photos belong to it. */
  readonly parent: PhotoParent;
  readonly onSave: () => void;
  readonly onLeave: () => void;
  /** Above the number. */
  readonly children: ReactNode;
}

/** Asks for one number at a time, in walking order. */
export function VisitWalk({ record, visit, steps, log, only, onSave, onLeave, children, ...photo }: Props) {
  const { MeterPhoto, parent } = photo;
  const { at, step, given, press } = visit;
  const [skipping, setSkipping] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [unfinished, setUnfinished] = useState(false);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  const shown = steps[at - 1];
  const answer = shown && givenFor(given, shown)?.fact;
  const value = (answer?.word === 'air' || answer?.word === 'points') && answer.value;
  const room = step ? roomOf(step, log) : '';
  const { title, about } = step ? stepName(step) : { title: '', about: '' };

  const note = (
    <div className={css.meaning} aria-live="polite">
      {step && visit.typing.isRefused ? (
        <RefusedNumber asks={step.asks} typing={visit.typing} />
      ) : (
        shown &&
        value !== false &&
        value !== undefined &&
        typeof value !== 'string' && (
          <Figures step={shown} value={value} steps={steps} given={given} log={log} />
        )
      )}
    </div>
  );

  async function save(): Promise<void> {
    const isWhole = await visit.finish();
    setUnfinished(!isWhole);
    if (isWhole) onSave();
  }

  function type(event: KeyboardEvent): void {
    const key = padKey(event);
    const isButton = event.target instanceof HTMLButtonElement && event.key === 'Enter';
    // React also reports keys in dialogs that open from here.
    const isElsewhere = isButton || !event.currentTarget.contains(event.target as Node);
    if (key === null || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void press(key);
  }

  return (
    <section
      ref={place}
      aria-label={visitWords.title}
      data-keypad
      className={css.visit}
      tabIndex={-1}
      onKeyDown={type}
    >
      {children}
      {step ? (
        <>
          <div className={css.asked} aria-live="polite">
            <div className={css.top}>
              <h1 className={css.title}>{title}</h1>
              <span className={css.count}>{visitWords.step({ at: at + 1, all: steps.length })}</span>
            </div>
            {about && <p className={css.about}>{about}</p>}
            <p className={css.last}>{lastText(step)}</p>
          </div>
          <Numbers step={step} visit={visit} />
          {note}
          <Keypad
            field={fieldOf(step.asks, visit.typing)}
            onKey={(key) => {
              setUnfinished(false);
              void press(key);
            }}
            onSkip={() => setSkipping(true)}
            onBack={at > 0 ? () => void visit.goBack() : undefined}
          />
        </>
      ) : (
        <VisitEnd visit={visit} steps={steps} log={log} only={only}>
          {note}
        </VisitEnd>
      )}
      <VisitProblems visit={visit} record={record} isUnfinished={unfinished} onSaved={onLeave} />
      <Button
        variant={step ? 'default' : 'filled'}
        size="md"
        className={css.save}
        disabled={visit.busy}
        onClick={() => void save()}
      >
        {visitWords.saveVisit}
      </Button>
      {step && (
        <MeterPhoto
          key={room}
          parent={parent}
          rooms={log.chambers.flatMap(({ fact }) => fact.rooms)}
          room={room}
        />
      )}
      {given.length > 0 ? (
        <DiscardVisit visit={visit} asking={discarding} onAsking={setDiscarding} onLeave={onLeave} />
      ) : (
        <Button variant="subtle" onClick={onLeave}>
          {visitWords.leave}
        </Button>
      )}
      {skipping && step && (
        <SkipDialog
          step={step}
          onSkip={(fact) => {
            setSkipping(false);
            void visit.skip(step, fact);
          }}
          onClose={() => setSkipping(false)}
        />
      )}
    </section>
  );
}

/** Where a step is read. Its chamber if its place names no room, '' outside. */
function roomOf({ of }: VisitStep, { chambers }: DryingLog): string {
  if (typeof of === 'string') return '';
  if ('dry' in of) return of.fact.rooms.join(' + ');
  const isPoint = 'removed' in of;
  const name = isPoint ? of.chamber : runningPlacement(of)?.chamber;
  const rooms = chambers.find((one) => one.name === name)?.fact.rooms ?? [];
  return (isPoint && of.room) || rooms.join(' + ');
}

function lastText({ last }: VisitStep): string {
  return last
    ? visitWords.last({ value: valueText(last.value), day: formatDate(last.day) })
    : visitWords.noLast;
}

function Numbers({ step, visit }: { readonly step: VisitStep; readonly visit: Visit }) {
  const before = givenFor(visit.given, step)?.fact;
  return (
    <>
      <NumberBoxes asks={step.asks} typing={visit.typing} />
      {before && (before.word === 'air' || before.word === 'points') && (
        <p className={css.last}>
          {visitWords.entered({
            value: typeof before.value === 'string' ? before.value : valueText(before.value),
          })}
        </p>
      )}
    </>
  );
}
