import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { RANGES, type Ref } from '../../../domain/drying/drying-facts.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { resolve } from '../../../domain/drying/labels.ts';
import { placedCounts, recount } from '../../../domain/drying/recounts.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { commonWords } from '../../../words/common.ts';
import { dryingFormWords, dryingWords } from '../../../words/drying.ts';
import css from './readings.module.css';
import { inRange, required, within } from './typed-numbers.ts';
import { useDryingEdit } from './use-drying-edit.ts';

type PlacedCount = ReturnType<typeof placedCounts>[number];

interface Props {
  readonly localId: string;
  readonly log: DryingLog;
  /** With its setter: its name can pass to another unit when an earlier entry arrives. */
  readonly of: Ref;
  readonly onClose: () => void;
}

/** Each entry that said how many stand. A wrong one is corrected, also once others moved or removed the equipment. */
export function PlacedCounts({ localId, log, of, onClose }: Props) {
  const now = useNow();
  const { busy, problem, add } = useDryingEdit(localId);
  const [wrong, setWrong] = useState<PlacedCount | null>(null);
  const unit = resolve(log.units, of, '');
  if (!unit) return null;
  const { name } = unit;
  const aboutOf = ({ entry, count }: PlacedCount): string =>
    dryingWords.correctReading({ name, value: countText(count), when: formatMoment(entry.at, now) });
  const correct = async (one: PlacedCount, count: number): Promise<void> => {
    if (await add([recount(log.units, unit, one, count)])) setWrong(null);
  };
  return (
    <Dialog title={dryingWords.howManyOf({ name })} size="small" onClose={onClose}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {wrong ? (
        <RightCountForm about={aboutOf(wrong)} busy={busy} onCount={(count) => void correct(wrong, count)} />
      ) : (
        <ul className={css.list}>
          {placedCounts(unit).map((one) => (
            <li key={`${one.entry.at} ${one.entry.who}`} className={css.row}>
              <span>
                <b>{countText(one.count)}</b>{' '}
                <span className={css.muted}>{`${formatMoment(one.entry.at, now)} · ${one.entry.who}`}</span>
              </span>
              <Button
                variant="default"
                disabled={busy}
                aria-label={aboutOf(one)}
                onClick={() => setWrong(one)}
              >
                {dryingWords.correct}
              </Button>
            </li>
          ))}
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

function countText(count: number): string {
  return count === 0 ? dryingWords.notPlaced : String(count);
}

interface FormProps {
  readonly about: string;
  readonly busy: boolean;
  /** 0: it was not placed. */
  readonly onCount: (count: number) => void;
}

function RightCountForm({ about, busy, onCount }: FormProps) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const errors = { ...required('count', typed), ...inRange('count', typed, RANGES.count) };
  useUnsavedInput(typed !== '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const count = within(typed, RANGES.count);
    if (count !== null) onCount(count);
  }

  return (
    <form onSubmit={submit} className={css.form}>
      <p>{about}</p>
      <TextInput
        label={dryingFormWords.count}
        value={typed}
        error={tried && errors['count']}
        inputMode="numeric"
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button variant="default" size="md" disabled={busy} onClick={() => onCount(0)}>
          {dryingWords.notPlaced}
        </Button>
        <Button type="submit" size="md" disabled={busy}>
          {dryingWords.save}
        </Button>
      </div>
    </form>
  );
}
