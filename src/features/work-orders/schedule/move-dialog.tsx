import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DateField } from '../../../crud/form/date-field.tsx';
import { titleOf } from '../../../crud/readable.ts';
import { isOnCrew } from '../../../domain/day/job.ts';
import { daysFrom } from '../../../domain/plain-date.ts';
import type { Hint } from '../../../domain/schedule/hints.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { AttentionIcon } from '../../../ui/icons.ts';
import { formatWeekdayAndDate } from '../../../ui/text/format-date.ts';
import { commonWords } from '../../../words/common.ts';
import { dayWords, jobWords } from '../../../words/jobs.ts';
import { moveWords, refusalWords } from '../../../words/schedule.ts';
import { useKnownCrew } from '../day/use-crew.ts';
import css from './move-dialog.module.css';
import { type MoveDraft, readMove } from './read-move.ts';
import { hintSaid, timeSaid } from './schedule-said.ts';
import type { Board, JobSlot, Row, ScheduleData } from './schedule-types.ts';

interface Props {
  readonly slot: JobSlot;
  readonly data: ScheduleData;
  readonly board: Board;
  readonly onClose: () => void;
}

/** Moves a job without dragging. Says before saving what looks wrong. */
export default function MoveDialog({ slot: opened, data, board, onClose }: Props) {
  // Not updated, because saving must not undo what another tab has changed meanwhile.
  const [slot] = useState(opened);
  const [draft, setDraft] = useState<MoveDraft>({
    day: slot.day,
    time: timeSaid(slot),
    crew: slot.crew,
    name: '',
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<MoveDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const known = useKnownCrew([...slot.crew, ...draft.crew]);
  const { move, refusal, problem, hints, isChanged } = readMove(slot, draft, { data, known });
  const why = refusal === null ? failure : refusalWords[refusal];
  useUnsavedInput(isChanged);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!move || refusal !== null || busy) return;
    setBusy(true);
    const failed = await board.save(slot, move);
    if (failed === null) return onClose();
    setFailure(failed);
    setBusy(false);
  }

  return (
    <Dialog
      title={moveWords.title({ title: titleOf('workOrders', slot.row.view) })}
      size="sheet"
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} className={css.form} noValidate>
        <Days day={draft.day} today={data.today} onChoose={(day) => change({ day })} />
        <TextInput
          label={moveWords.time}
          description={tried && problem ? undefined : moveWords.timeHint}
          error={tried && problem}
          disabled={draft.day === null}
          autoComplete="off"
          value={draft.time}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        />
        <fieldset className={css.people}>
          <legend className={css.legend}>{moveWords.people}</legend>
          {known.map((member) => (
            <Checkbox
              key={member}
              size="md"
              label={member}
              checked={isOnCrew({ crew: draft.crew }, member)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  crew: checked
                    ? [...draft.crew, member]
                    : draft.crew.filter((other) => !isOnCrew({ crew: [member] }, other)),
                })
              }
            />
          ))}
        </fieldset>
        <TextInput
          label={jobWords.name}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <div role="status" aria-label={moveWords.hints}>
          {hints.map((hint) => (
            <p key={hintKey(hint)} className={css.hint}>
              <AttentionIcon size={16} aria-hidden /> <span>{hintSaid(hint, draft.day ?? data.today)}</span>
            </p>
          ))}
        </div>
        <ErrorAlert lines={why === null ? [] : [why]} />
        <DialogButtons>
          <Button variant="default" disabled={busy} onClick={onClose}>
            {commonWords.cancel}
          </Button>
          <Button type="submit" disabled={busy}>
            {moveWords.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function hintKey(hint: Hint<Row>): string {
  const who = 'who' in hint ? hint.who : '';
  return `${hint.kind} ${who} ${hint.kind === 'twoAtOnce' ? hint.other.row.localId : ''}`;
}

/** Today and the days of the week after it. */
const NEAR = 7;

interface DaysProps {
  readonly day: string | null;
  readonly today: string;
  readonly onChoose: (day: string | null) => void;
}

function Days({ day, today, onChoose }: DaysProps) {
  const near = Array.from({ length: NEAR }, (_, n) => daysFrom(today, n));
  return (
    <div role="group" aria-label={moveWords.day} className={css.days}>
      {near.map((one, n) => (
        <Button key={one} variant="default" aria-pressed={one === day} onClick={() => onChoose(one)}>
          {[dayWords.today, dayWords.tomorrow][n] ?? formatWeekdayAndDate(one, today)}
        </Button>
      ))}
      <Button variant="default" aria-pressed={day === null} onClick={() => onChoose(null)}>
        {moveWords.notScheduled}
      </Button>
      <div className={css.other}>
        <DateField label={moveWords.otherDay} value={day} onChange={onChoose} />
      </div>
    </div>
  );
}
