import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps, DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { type RefObject, useId, useRef, useState } from 'react';
import { dayProblem } from '../../domain/check.ts';
import { parseDay } from '../../domain/parse-day.ts';
import {
  type DateForms,
  isDay,
  isDayOnly,
  midnightOf,
  NO_DATE_FORMS,
  type PlainDate,
  timeLike,
} from '../../domain/plain-date.ts';
import { makeRoomBelow, useTopEscape } from '../../ui/feedback/use-layer.ts';
import { type FieldSpan, spanOf } from '../../ui/fields/form-fields.tsx';
import { commonWords } from '../../words/common.ts';
import { calendarWords, fieldWords, timeWords } from '../../words/form.ts';
import { useToday } from '../time.tsx';
import css from './date-field.module.css';

interface Props {
  readonly label: string;
  readonly value: PlainDate;
  /** If true, the field is marked but shows no message. */
  readonly error?: string | boolean | undefined;
  readonly hint?: string | undefined;
  readonly span?: FieldSpan;
  /** Absent for a plain day. */
  readonly dates?: DateForms;
  readonly onChange: (value: PlainDate) => void;
}

/** Turns off Mantine's red weekends and its gray days of other months. */
const CALENDAR: Pick<
  DateInputProps,
  'firstDayOfWeek' | 'weekendDays' | 'hideOutsideDates' | 'highlightToday' | 'ariaLabels'
> = {
  firstDayOfWeek: 0,
  weekendDays: [],
  hideOutsideDates: true,
  highlightToday: true,
  ariaLabels: calendarWords,
};

const TIME: NonNullable<DateTimePickerProps['timePickerProps']> = { format: '12h', ...timeWords };

/** Places the calendar above stacked dialogs, and lets it reach from edge to edge on a small phone. */
const POPOVER = {
  zIndex: 400,
  offset: 4,
  middlewares: { flip: true, shift: { padding: 0 } },
  classNames: { dropdown: css.calendar },
};

/** Edits a day, or a date-time if the server stores times. Invalid text goes into the draft, so saving is refused. */
export function DateField(props: Props) {
  const { value, dates = NO_DATE_FORMS, onChange } = props;
  const [first] = useState(value);
  const form = first || formOfNew(dates);
  if (!isDayOnly(form, dates)) return <TimeField {...props} like={form} />;
  const midnight = midnightOf(form);
  return (
    <DayField
      {...props}
      value={midnight !== '' && value?.endsWith(midnight) ? value.slice(0, 10) : value}
      onChange={(day) => onChange(day !== null && isDay(day) ? day + midnight : day)}
    />
  );
}

/**
 * Returns '' if new values are plain days. A server that writes only moments would store a plain day as a moment, which
 * may fall on the day before in local time.
 */
function formOfNew({ moment, days }: DateForms): string {
  return (!days && moment) || '';
}

function DayField({ label, value, error, hint, span, onChange }: Props) {
  const today = useToday();
  const field = useRef<HTMLInputElement>(null);
  const dropdown = useDropdown(field);
  const [typing, setTyping] = useState(false);
  const problem = dayProblem(value);
  const shownError = error ?? (typing ? undefined : problem);
  return (
    <DateInput
      ref={field}
      label={label}
      value={problem ? null : value}
      error={shownError}
      description={shownError ? undefined : hint}
      {...spanOf(span)}
      valueFormat="MMM D, YYYY"
      placeholder={fieldWords.dateLike}
      clearable
      clearButtonProps={{ 'aria-label': fieldWords.clear({ label }) }}
      {...CALENDAR}
      getDayProps={(day) => (day === today ? { 'aria-current': 'date' } : {})}
      dateParser={(text) => parseDay(text, today)}
      onInput={({ currentTarget: { value: text } }) => {
        setTyping(true);
        if (text.trim() !== '' && parseDay(text, today) === null) onChange(text.trim());
      }}
      onBlur={() => setTyping(false)}
      fixOnBlur={!problem}
      onChange={onChange}
      popoverProps={{ ...POPOVER, onOpen: dropdown.onOpen, onClose: dropdown.onClose }}
      autoComplete="off"
    />
  );
}

/** Lets the user pick a local time, and writes that time in the format of `like`. */
function TimeField({ label, value, like, error, hint, span, onChange }: Props & { readonly like: string }) {
  const field = useRef<HTMLButtonElement>(null);
  const dropdown = useDropdown(field);
  // Names the calendar after the field. Mantine would give the field and the calendar's target different ids.
  const id = useId();
  return (
    <DateTimePicker
      ref={field}
      id={id}
      label={label}
      value={value === null ? null : new Date(value)}
      error={error}
      description={error ? undefined : hint}
      {...spanOf(span)}
      valueFormat="MMM D, YYYY h:mm A"
      clearable
      clearButtonProps={{ 'aria-label': fieldWords.clear({ label }) }}
      {...CALENDAR}
      timePickerProps={TIME}
      submitButtonProps={{ 'aria-label': commonWords.done }}
      onChange={(local) => onChange(local === null ? null : timeLike(like, local))}
      popoverProps={{ ...POPOVER, id, onOpen: dropdown.onOpen }}
      onDropdownClose={dropdown.onClose}
    />
  );
}

/** Keeps Escape from closing the dialog while the calendar is open. The calendar has its own listener. */
function useDropdown(field: RefObject<HTMLElement | null>): Dropdown {
  const [opened, setOpened] = useState(false);
  useTopEscape(() => {}, opened);
  return {
    onOpen: () => {
      makeRoomBelow(field.current);
      setOpened(true);
    },
    onClose: () => setOpened(false),
  };
}

interface Dropdown {
  readonly onOpen: () => void;
  readonly onClose: () => void;
}
