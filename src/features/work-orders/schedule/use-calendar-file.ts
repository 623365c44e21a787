import { useState } from 'react';
import { readable, titleOf } from '../../../crud/readable.ts';
import { recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { saveFile } from '../../../crud/save-file.ts';
import { dayAt, sundayOf } from '../../../domain/plain-date.ts';
import { calendarFile } from '../../../domain/schedule/calendar-file.ts';
import { monthOf } from '../../../domain/schedule/days.ts';
import { slotsOfDay } from '../../../domain/schedule/plan-days.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { drawBetweenFrames } from '../../../records/use-in-steps.ts';
import { formatDateOfYear } from '../../../ui/text/format-date.ts';
import { calendarWords, scheduleToolWords } from '../../../words/schedule-more.ts';
import type { JobSlot, ScheduleData, ShownSchedule } from './schedule-types.ts';

interface CalendarFile {
  readonly working: boolean;
  /** '' before the first one. */
  readonly words: string;
  readonly failed: boolean;
  readonly save: () => Promise<void>;
}

/** Saves the jobs that the filters show, from the first day shown on, as a calendar file. */
export function useCalendarFile(data: ScheduleData, shown: ShownSchedule): CalendarFile {
  const services = useRecordServices();
  const textOf = useTextOf();
  const [state, setState] = useState({ working: false, words: '', failed: false });

  async function save(): Promise<void> {
    const { clock } = services;
    const from = firstDay(shown);
    const day = formatDateOfYear(from);
    setState({ working: true, words: '', failed: false });
    try {
      const all = await drawBetweenFrames(slotsFrom(data, shown, from), clock);
      const slots = all.filter(({ row }) => row.serverId !== undefined);
      const unsent = all.length - slots.length;
      const also = unsent === 0 ? [] : [scheduleToolWords.unsent({ count: unsent })];
      if (slots.length === 0) {
        const words = [scheduleToolWords.nothing({ day }), ...also].join(' ');
        return setState({ working: false, words, failed: false });
      }
      const now = clock.now();
      const steps = calendarFile(slots, { now, host: window.location.host, textOf });
      const text = await drawBetweenFrames(steps, clock);
      saveFile(
        `schedule-${dayAt(now)}.ics`,
        new Blob([text], { type: 'text/calendar;charset=utf-8' }),
        clock,
      );
      const words = [scheduleToolWords.saved({ count: slots.length, day }), ...also].join(' ');
      setState({ working: false, words, failed: false });
    } catch (error) {
      services.log.error('a calendar file was not written', error);
      setState({ working: false, words: scheduleToolWords.failed, failed: true });
    }
  }

  return { ...state, save };
}

/** The agenda and a day begin with the chosen day. */
function firstDay({ view, day }: Pick<ShownSchedule, 'view' | 'day'>): string {
  if (view === 'month') return `${monthOf(day)}-01`;
  return view === 'week' ? sundayOf(day) : day;
}

function* slotsFrom(
  { index, slots, settings }: ScheduleData,
  { who, status }: Pick<ShownSchedule, 'who' | 'status'>,
  from: string,
): Generator<void, readonly JobSlot[]> {
  const found: JobSlot[] = [];
  for (const day of index.days) {
    if (day >= from) found.push(...(yield* slotsOfDay(index, slots, day, { who, status, settings })));
  }
  return found;
}

/** Returns the lines below a job's title: a time that cannot be read, the customer with the phone, the crew, the number, a link. */
function useTextOf(): (slot: JobSlot) => readonly string[] {
  const { collections } = useRecordServices();
  const { path } = useResourceView('workOrders');
  return ({ row, crew, unread }) => {
    const record = readable('workOrders', row.view) as unknown as WorkOrder;
    const number = record.work_order_number.trim();
    const customer = record.customer === null ? undefined : collections.customers.find(record.customer);
    const fields = customer && readable('customers', customer.view);
    return [
      unread === '' ? '' : calendarWords.time({ time: unread }),
      fields ? [titleOf('customers', fields), String(fields['phone']).trim()].filter(Boolean).join(', ') : '',
      crew.length > 0 ? calendarWords.crew({ names: crew.join(', ') }) : calendarWords.nobody,
      number === '' ? '' : calendarWords.number({ number }),
      window.location.origin + recordPath(path, row),
    ].filter(Boolean);
  };
}
