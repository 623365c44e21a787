import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useDates, useToday } from '../../crud/time.tsx';
import { DayIndexer } from '../../domain/schedule/index-days.ts';
import { crewPeople, inOrder, type Person, PLAIN_ROWS } from '../../domain/schedule/people.ts';
import { joinedRow, movedRow, shownRow } from '../../domain/schedule/row-settings.ts';
import { clockText, type ScheduleRow, Slots } from '../../domain/schedule/slots.ts';
import { useRecordServices } from '../../records/record-services.ts';
import {
  changeScheduleSettings,
  type ScheduleSettings as Shown,
  useScheduleSettings,
} from '../../records/schedule-settings.ts';
import { NOTES_WEIGHT, useInSteps } from '../../records/use-in-steps.ts';
import { useRecordList } from '../../records/use-records.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { formatClock } from '../../ui/text/format-date.ts';
import { scheduleSettingWords } from '../../words/schedule-settings.ts';
import { settingsWords } from '../../words/settings-and-about.ts';
import own from './schedule-settings.module.css';
import css from './settings-screen.module.css';

type Change = (settings: Shown) => Shown;

/** How this device shows the schedule. Saved with each press. */
export function ScheduleSettings() {
  const services = useRecordServices();
  const settings = useScheduleSettings();
  const [problem, setProblem] = useState<string | null>(null);

  function save(change: Change): void {
    setProblem(null);
    changeScheduleSettings(services, change).catch((error: unknown) => {
      services.log.error('a setting of the schedule was not saved', error);
      setProblem(settingsWords.notSaved);
    });
  }

  return (
    <section className={css.panel} aria-labelledby="schedule-settings">
      <h2 id="schedule-settings" className={css.title}>
        {scheduleSettingWords.title}
      </h2>
      <p className={css.about}>{scheduleSettingWords.about}</p>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <Hours settings={settings} onSave={save} />
      <JobsADay settings={settings} onSave={save} />
      <People settings={settings} onSave={save} />
    </section>
  );
}

interface PartProps {
  readonly settings: Shown;
  readonly onSave: (change: Change) => void;
}

/** In minutes. */
const HOUR = 60;
const HOURS = Array.from({ length: 25 }, (_, n) => n * HOUR);

/** The first hour is always before the last. */
function Hours({ settings: { hours }, onSave }: PartProps) {
  const { from, to } = hours;
  const set = (change: Partial<typeof hours>): void =>
    onSave((now) => ({ ...now, hours: { ...now.hours, ...change } }));
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{scheduleSettingWords.hours}</legend>
      <div className={own.hours}>
        <NativeSelect
          label={scheduleSettingWords.from}
          value={String(from)}
          data={HOURS.filter((hour) => hour < to).map(hourChoice)}
          onChange={({ currentTarget }) => set({ from: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={scheduleSettingWords.to}
          value={String(to)}
          data={HOURS.filter((hour) => hour > from).map(hourChoice)}
          onChange={({ currentTarget }) => set({ to: Number(currentTarget.value) })}
        />
      </div>
    </fieldset>
  );
}

function hourChoice(minutes: number): { readonly value: string; readonly label: string } {
  return { value: String(minutes), label: formatClock(clockText(minutes)) };
}

const JOBS_A_DAY = Array.from({ length: 60 }, (_, index) => String(index + 1));

function JobsADay({ settings: { jobsADay }, onSave }: PartProps) {
  return (
    <div className={css.choices}>
      <NativeSelect
        label={scheduleSettingWords.jobsADay}
        description={scheduleSettingWords.jobsADayHint}
        value={String(jobsADay ?? '')}
        data={[{ value: '', label: scheduleSettingWords.notSet }, ...JOBS_A_DAY]}
        onChange={({ currentTarget: { value } }) =>
          onSave((now) => ({ ...now, jobsADay: value === '' ? null : Number(value) }))
        }
      />
    </div>
  );
}

function People({ settings, onSave }: PartProps) {
  const people = usePeople();
  const names = people && inOrder(settings.rows, people);
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{scheduleSettingWords.people}</legend>
      <p className={css.about}>{scheduleSettingWords.peopleHint}</p>
      {!names && <p role="status">{scheduleSettingWords.reading}</p>}
      {names?.length === 0 && <p className={css.about}>{scheduleSettingWords.nobody}</p>}
      <ol className={own.people}>
        {names?.map((person, at) => (
          <PersonLine
            key={person.key}
            person={person}
            people={names}
            isFirst={at === 0}
            isLast={at === names.length - 1}
            settings={settings}
            onSave={onSave}
          />
        ))}
      </ol>
    </fieldset>
  );
}

/** Everybody on crews, also hidden and joined people. Undefined until read. */
function usePeople(): readonly Person[] | undefined {
  const { rows, complete } = useRecordList('workOrders');
  const dates = useDates('workOrders');
  const today = useToday();
  const work = useMemo(
    () =>
      function* () {
        const index = yield* new DayIndexer<ScheduleRow>(dates).index(rows, today);
        return yield* crewPeople(index, new Slots<ScheduleRow>(dates), { today, settings: PLAIN_ROWS });
      },
    [rows, dates, today],
  );
  const found = useInSteps({ work, size: rows.length * NOTES_WEIGHT, about: today });
  return complete ? found : undefined;
}

interface LineProps extends PartProps {
  readonly person: Person;
  readonly people: readonly Person[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function PersonLine({ person, people, isFirst, isLast, settings: { rows }, onSave }: LineProps) {
  const { key, name } = person;
  const change = (to: (now: Shown['rows']) => Shown['rows']): void =>
    onSave((now) => ({ ...now, rows: to(now.rows) }));
  const move = (step: -1 | 1) => (): void => change((now) => movedRow(now, people, { key, step }));
  const others = people.filter((other) => other.key !== key && !rows.joined.has(other.key));
  return (
    <li className={own.person}>
      <label className={own.show}>
        <input
          type="checkbox"
          checked={!rows.hidden.has(rows.joined.get(key) ?? key)}
          disabled={rows.joined.has(key)}
          aria-label={scheduleSettingWords.show({ name })}
          onChange={({ currentTarget: { checked } }) => change((now) => shownRow(now, key, checked))}
        />
        <span>{name}</span>
      </label>
      <label className={own.same}>
        <span aria-hidden>{scheduleSettingWords.sameAs}</span>
        <NativeSelect
          aria-label={scheduleSettingWords.sameAsFor({ name })}
          value={rows.joined.get(key) ?? ''}
          data={[
            { value: '', label: scheduleSettingWords.nobodyElse },
            ...others.map((other) => ({ value: other.key, label: other.name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change((now) => joinedRow(now, key, value === '' ? null : value))
          }
        />
      </label>
      <span className={own.moves}>
        <IconButton label={scheduleSettingWords.up({ name })} disabled={isFirst} onClick={move(-1)}>
          <ChevronDownIcon size={20} aria-hidden className={own.upward} />
        </IconButton>
        <IconButton label={scheduleSettingWords.down({ name })} disabled={isLast} onClick={move(1)}>
          <ChevronDownIcon size={20} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
