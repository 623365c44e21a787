import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { type SignedStamp, writeStamp } from '../../../domain/day/entries.ts';
import { firstOf, notRemoved } from '../../../domain/drying/corrections.ts';
import {
  type AirPlace,
  type CorrectionFact,
  type DryingFact,
  NO_READING,
  type Ref,
} from '../../../domain/drying/drying-facts.ts';
import type { Chamber, DryingLog, Point, Reading, Unit } from '../../../domain/drying/drying-log.ts';
import { jobValue } from '../../../domain/drying/job-facts.ts';
import { refTo, resolve } from '../../../domain/drying/labels.ts';
import { placeName, pointPlace, readingText, round } from '../../../domain/drying/names.ts';
import {
  fieldOf,
  NOTHING_TYPED,
  type PadKey,
  pressKey,
  type Typing,
} from '../../../domain/drying/pad-keys.ts';
import type { Air } from '../../../domain/drying/psychrometrics.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { commonWords } from '../../../words/common.ts';
import { dryingWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import { Keypad } from './keypad.tsx';
import { NumberBoxes, RefusedNumber } from './number-boxes.tsx';
import css from './readings.module.css';
import { SetUpDialog } from './set-up-dialog.tsx';
import { Struck } from './struck.tsx';
import { useDryingEdit } from './use-drying-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly log: DryingLog;
  readonly of: Shown;
  readonly onClose: () => void;
}

/** A name can pass to another thing when an earlier entry arrives, so `ref` has the setter too. */
export type Shown =
  | { readonly kind: 'place'; readonly place: AirPlace }
  /** A unit and a point may have the same name. */
  | { readonly kind: 'chamber' | 'unit' | 'point'; readonly ref: Ref };

type AnyReading = Reading<Air> | Reading<number>;

export function useReadingsDialog(drying: Pick<Props, 'localId' | 'record' | 'log'>) {
  const [shown, show] = useState<Shown | null>(null);
  return { show, dialog: shown && <ReadingsDialog {...drying} of={shown} onClose={() => show(null)} /> };
}

/** All readings of one thing. An entry is never rewritten: a correction is an entry of its own. */
function ReadingsDialog({ localId, record, log, of, onClose }: Props) {
  const now = useNow();
  const { signed } = useMyName();
  const { busy, problem, add } = useDryingEdit(localId);
  const [wrong, setWrong] = useState<AnyReading | null>(null);
  const [editing, setEditing] = useState(false);
  const found = find(log, of);
  if (!found) return null;
  const { name, item, refFor, asks, readings } = found;

  async function correct(reading: AnyReading, value: CorrectionFact['value']): Promise<void> {
    const [day = '', clock = ''] = writeStamp(reading).split(' ');
    const ref = refFor(reading.who);
    const instead = firstOf(reading);
    if (await add([{ word: 'correct', day, clock, who: reading.who, ref, value, instead }])) setWrong(null);
  }

  async function remove(of: Point): Promise<void> {
    const fact: DryingFact = { word: 'removed', ref: refTo(log.points, of, signed), isPoint: true };
    if (await add([fact])) onClose();
  }

  const point = item !== null && 'removed' in item ? item : null;

  async function undoRemoval(of: Point, removed: SignedStamp | null): Promise<void> {
    if (removed && (await add([notRemoved(log.points, of, removed)]))) onClose();
  }

  if (point && editing)
    return (
      <SetUpDialog
        localId={localId}
        record={record}
        log={log}
        kind="point"
        item={point}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <Dialog title={dryingWords.readings({ name })} size="small" onClose={onClose}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {point && !wrong && (
        <>
          <PointFacts point={point} log={log} />
          <div className={css.buttons}>
            {point.removed ? (
              <Button
                variant="default"
                disabled={busy}
                onClick={() => void undoRemoval(point, point.removed)}
              >
                {dryingWords.undoRemovalOf({ name })}
              </Button>
            ) : (
              <>
                <Button variant="default" disabled={busy} onClick={() => setEditing(true)}>
                  {dryingWords.editItem({ name })}
                </Button>
                <Button variant="default" disabled={busy} onClick={() => void remove(point)}>
                  {dryingWords.removePoint({ name })}
                </Button>
              </>
            )}
          </div>
        </>
      )}
      {wrong ? (
        <Correct
          asks={asks}
          about={correctText(name, wrong, now)}
          onValue={(value) => void correct(wrong, value)}
          onTakeBack={() => void correct(wrong, NO_READING)}
        />
      ) : (
        <ul className={css.list}>
          {[...readings].reverse().map((reading, place) => {
            const when = formatMoment(reading.at, now);
            const corrected = reading.corrections.at(-1);
            return (
              <li key={place} className={css.row}>
                <span>
                  <ReadingValue reading={reading} />{' '}
                  <span className={css.muted}>{`${when} · ${reading.who}`}</span>{' '}
                  {corrected && (
                    <span className={css.muted}>{dryingWords.corrected({ who: corrected.who })}</span>
                  )}
                </span>
                <Button
                  variant="default"
                  disabled={busy}
                  aria-label={correctText(name, reading, now)}
                  onClick={() => setWrong(reading)}
                >
                  {dryingWords.correct}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <DialogButtons>
        <Button variant="default" onClick={wrong ? () => setWrong(null) : onClose}>
          {wrong ? dryingWords.goBack : commonWords.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function correctText(name: string, reading: AnyReading, now: number): string {
  const when = formatMoment(reading.at, now);
  return dryingWords.correctReading({ name, value: readingText(reading), when });
}

function PointFacts({ point, log }: { readonly point: Point; readonly log: DryingLog }) {
  const { goal } = point.fact;
  const standard = jobValue(log, `standard ${point.fact.material}`);
  const now = useNow();
  return (
    <p className={css.facts}>
      <span>{pointPlace(point)}</span>{' '}
      <span>{goal === null ? dryingWords.noGoal : dryingWords.goalIs({ goal: round(goal) })}</span>{' '}
      {standard && <span>{dryingWords.standardIs({ standard })}</span>}{' '}
      {point.removed && (
        <span>
          {dryingWords.removedBy({ who: point.removed.who, when: formatMoment(point.removed.at, now) })}
        </span>
      )}
    </p>
  );
}

function ReadingValue({ reading }: { readonly reading: AnyReading }) {
  const now = readingText(reading);
  const was = reading.corrections.map((one) => readingText(one.was));
  if (was.length === 0) return <b>{now}</b>;
  return <Struck was={was} now={now} said={dryingWords.wasNow({ was: was.join(', '), now })} />;
}

interface Found {
  readonly name: string;
  /** Null for a place, such as outside. */
  readonly item: Chamber | Unit | Point | null;
  /** How the entry of `who` names it. */
  readonly refFor: (who: string) => Ref;
  readonly asks: 'air' | 'point';
  readonly readings: readonly AnyReading[];
}

function find({ places, chambers, points, units }: DryingLog, of: Shown): Found | null {
  if (of.kind === 'place') {
    const { place } = of;
    const refFor = (): Ref => ({ label: place, by: '' });
    return { name: placeName(place), item: null, refFor, asks: 'air', readings: places[place] };
  }
  const found = <Item extends Chamber | Unit | Point>(items: readonly Item[]): Omit<Found, 'asks'> | null => {
    const item = resolve(items, of.ref, '');
    if (!item) return null;
    const { name, readings } = item;
    return { name, item, refFor: (who) => refTo(items, item, who), readings };
  };
  if (of.kind === 'point') {
    const point = found(points);
    return point && { ...point, asks: 'point' };
  }
  const other = of.kind === 'chamber' ? found(chambers) : found(units);
  return other && { ...other, asks: 'air' };
}

interface CorrectProps {
  readonly about: string;
  readonly asks: 'air' | 'point';
  readonly onValue: (value: Air | number) => void;
  readonly onTakeBack: () => void;
}

function Correct({ asks, about, onValue, onTakeBack }: CorrectProps) {
  const [typing, setTyping] = useState(NOTHING_TYPED);
  const field = fieldOf(asks, typing);

  function press(key: PadKey): void {
    const { typing: next, value } = pressKey(asks, typing, key);
    // A number that could not be saved stays.
    setTyping(value === null ? next : typingOf(value));
    if (value !== null) onValue(value);
  }

  return (
    <>
      <p>{about}</p>
      <NumberBoxes asks={asks} typing={typing} />
      <div aria-live="polite">{typing.isRefused && <RefusedNumber asks={asks} typing={typing} />}</div>
      <Keypad field={field} onKey={press} />
      <Button variant="subtle" onClick={onTakeBack}>
        {dryingWords.takeBack}
      </Button>
    </>
  );
}

function typingOf(value: Air | number): Typing {
  return typeof value === 'number'
    ? { ...NOTHING_TYPED, text: String(value) }
    : { ...NOTHING_TYPED, fahrenheit: value.fahrenheit, text: String(value.humidity) };
}
