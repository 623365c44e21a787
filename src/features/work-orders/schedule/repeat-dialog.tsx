import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { readable, titleOf } from '../../../crud/readable.ts';
import { useDates, useToday } from '../../../crud/time.tsx';
import { dayBefore } from '../../../domain/plain-date.ts';
import { MOST_REPEATS, repeatDays, repeatsOf } from '../../../domain/schedule/repeat.ts';
import { dayOf } from '../../../domain/schedule/slots.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { createFrom } from '../../../records/create-from.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { useReferenced } from '../../../records/use-records.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatWeekdayAndDate } from '../../../ui/text/format-date.ts';
import { repeatWords } from '../../../words/schedule-more.ts';
import css from './repeat-dialog.module.css';
import type { Row } from './schedule-types.ts';

interface Props {
  readonly row: Row;
  readonly onClose: () => void;
}

const COUNTS = Array.from({ length: MOST_REPEATS }, (_, n) => n + 1);
/** Drying takes three to five days. */
const USUAL = 3;

export default function RepeatDialog({ row: opened, onClose }: Props) {
  // Another tab may move the job meanwhile.
  const row = useReferenced('workOrders', opened.localId).row ?? opened;
  const [count, setCount] = useState(USUAL);
  const [skipWeekend, setSkipWeekend] = useState(false);
  const today = useToday();
  const dates = useDates('workOrders');
  const scheduled = dayOf(row.view, dates);
  // Visits cannot be repeated in the past.
  const day = scheduled !== null && scheduled >= today ? scheduled : dayBefore(today);
  const days = repeatDays(day, { count, skipWeekend });
  const { busy, problem, repeat } = useRepeat(row.localId, onClose);
  const create = repeatWords.create({ count });

  function submit(event: FormEvent): void {
    event.preventDefault();
    void repeat({ days, scheduled, create });
  }

  return (
    <Dialog title={repeatWords.title} size="small" onClose={onClose}>
      <form onSubmit={submit} className={css.form}>
        <ErrorAlert lines={problem === null ? [] : [problem]} />
        <p className={css.title}>{titleOf('workOrders', row.view)}</p>
        <p className={css.about}>{repeatWords.about}</p>
        <NativeSelect
          data-autofocus
          label={repeatWords.days}
          value={String(count)}
          data={COUNTS.map((one) => ({ value: String(one), label: repeatWords.count({ count: one }) }))}
          onChange={({ currentTarget }) => setCount(Number(currentTarget.value))}
        />
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={skipWeekend}
            onChange={({ currentTarget }) => setSkipWeekend(currentTarget.checked)}
          />
          <span>{repeatWords.skipWeekend}</span>
        </label>
        <section aria-label={repeatWords.on}>
          <h3 className={css.on}>{repeatWords.on}</h3>
          <ul className={css.days}>
            {days.map((one) => (
              <li key={one}>{formatWeekdayAndDate(one, today)}</li>
            ))}
          </ul>
        </section>
        <DialogButtons>
          <Button variant="default" disabled={busy} onClick={onClose}>
            {repeatWords.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {create}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface Repeating {
  readonly busy: boolean;
  readonly problem: string | null;
  readonly repeat: (asked: Asked) => Promise<void>;
}

interface Asked {
  readonly days: readonly string[];
  /** The job's day, after which the days come. */
  readonly scheduled: string | null;
  /** The button. */
  readonly create: string;
}

function useRepeat(localId: string, onDone: () => void): Repeating {
  const services = useRecordServices();
  const dates = useDates('workOrders');
  const [busy, setBusy] = useState(false);
  /** Known before the next render, so that a second press creates nothing. */
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function repeat({ days, scheduled, create }: Asked): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    const { clock, random } = services;
    try {
      const note = await createFrom(services, { resource: 'workOrders', localId }, (fields) => {
        const job = readable('workOrders', fields) as unknown as WorkOrder;
        if (dayOf(job, dates) !== scheduled)
          throw new NotSavedError(repeatWords.movedMeanwhile({ button: create }));
        return repeatsOf(job, days, { dates, now: clock.now(), random });
      });
      services.lastSave.set(note);
      onDone();
    } catch (error) {
      setProblem(notSavedWords(error, create, repeatWords.notCreated));
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return { busy, problem, repeat };
}
