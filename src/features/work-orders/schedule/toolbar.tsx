import '@mantine/core/styles/Input.layer.css';
import { Button, Input } from '@mantine/core';
import { memo, type ReactNode, useId, useState } from 'react';
import { FiltersButton } from '../../../crud/list/filters-button.tsx';
import { nameKey } from '../../../domain/day/person-names.ts';
import { daysOfView, type ScheduleView } from '../../../domain/schedule/days.ts';
import { WORK_ORDER_STATUSES } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { choiceLabel } from '../../../ui/fields/choice-chip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NextIcon, PreviousIcon, SelectIcon } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { formatLongDay, formatWeek } from '../../../ui/text/format-date.ts';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { screenTitles } from '../../../words/common.ts';
import { dateFormat } from '../../../words/formats.ts';
import { dayWords } from '../../../words/jobs.ts';
import { scheduleViews, scheduleWords } from '../../../words/schedule.ts';
import { ListOrSchedule } from './list-or-schedule.tsx';
import type { ScheduleAddress, ScheduleData } from './schedule-types.ts';
import css from './toolbar.module.css';

const ScheduleTools = lazyPart(() => import('./schedule-tools.tsx'));

interface Props {
  readonly address: ScheduleAddress;
  readonly data: ScheduleData;
  readonly views: readonly ScheduleView[];
  /** Beside the views. */
  readonly children: ReactNode;
}

export const Toolbar = memo(function Toolbar({ address, data, views, children }: Props) {
  const isPhone = useWindowSize() === 'small';
  if (isPhone) return <PhoneToolbar {...{ address, data, views }}>{children}</PhoneToolbar>;
  return (
    <div className={css.bar} data-no-print>
      <ListOrSchedule />
      <Steps address={address} today={data.today}>
        <h2 className={css.shown}>{shownDays(address, data.today)}</h2>
      </Steps>
      <Views address={address} views={views} />
      {children}
      <div className={css.filters}>
        <Filters address={address} data={data} />
        <Tools data={data} address={address} />
      </div>
    </div>
  );
});

/** Two lines, so that the first jobs are in sight. The filters open above them. */
function PhoneToolbar({ address, data, views, children }: Props) {
  const filters = [address.who, address.status].filter((filter) => filter !== null);
  const [opened, setOpened] = useState(filters.length > 0);
  const panel = useId();
  return (
    <>
      <PageHeader inBar title={screenTitles.schedule} note={shownDays(address, data.today)}>
        <FiltersButton
          active={filters.length}
          panel={opened ? panel : undefined}
          onPress={() => setOpened(!opened)}
        />
        <Tools data={data} address={address} />
      </PageHeader>
      <div className={css.bar} data-no-print>
        {opened && (
          <div id={panel} className={css.filters}>
            <Filters address={address} data={data} />
          </div>
        )}
        <ListOrSchedule />
        <Views address={address} views={views} />
        <Steps address={address} today={data.today}>
          {children}
        </Steps>
      </div>
    </>
  );
}

function Views({ address, views }: Pick<Props, 'address' | 'views'>) {
  return (
    <div role="group" aria-label={scheduleWords.view} className={css.views}>
      {views.map((view) => (
        <Button
          key={view}
          variant="default"
          aria-pressed={view === address.view}
          onClick={() => address.go({ view })}
        >
          {scheduleViews[view]}
        </Button>
      ))}
    </div>
  );
}

function Filters({ address, data }: Pick<Props, 'address' | 'data'>) {
  return (
    <>
      <CrewFilter address={address} data={data} />
      <Choose
        label={scheduleWords.byStatus}
        every={scheduleWords.everyStatus}
        value={address.status ?? ''}
        choices={WORK_ORDER_STATUSES.map((status) => ({
          value: status,
          label: choiceLabel(status, WORK_ORDER_STATUSES),
        }))}
        onChoose={(status) => address.go({ status })}
      />
    </>
  );
}

/** The schedule works without them: their chunk may fail to load. */
function Tools({ data, address }: Pick<Props, 'address' | 'data'>) {
  const [shown, setShown] = useState(true);
  return (
    <LazySlot onClose={() => setShown(false)}>
      {shown && <ScheduleTools data={data} address={address} />}
    </LazySlot>
  );
}

const STEPS = {
  week: [scheduleWords.previousWeek, scheduleWords.nextWeek],
  agenda: [scheduleWords.previousWeek, scheduleWords.nextWeek],
  day: [scheduleWords.previousDay, scheduleWords.nextDay],
  month: [scheduleWords.previousMonth, scheduleWords.nextMonth],
} as const satisfies Record<ScheduleView, readonly [string, string]>;

interface StepsProps {
  readonly address: ScheduleAddress;
  readonly today: string;
  readonly children: ReactNode;
}

function Steps({ address: { view, day, go, step }, today, children }: StepsProps) {
  const [previous, next] = STEPS[view];
  return (
    <div className={css.steps}>
      <IconButton label={previous} onClick={() => step(-1)}>
        <PreviousIcon size={20} aria-hidden />
      </IconButton>
      <Button variant="default" aria-pressed={day === today} onClick={() => go({ day: today })}>
        {dayWords.today}
      </Button>
      <IconButton label={next} onClick={() => step(1)}>
        <NextIcon size={20} aria-hidden />
      </IconButton>
      {children}
    </div>
  );
}

const month = dateFormat({ month: 'long', year: 'numeric' });

function shownDays({ view, day }: Pick<ScheduleAddress, 'view' | 'day'>, today: string): string {
  if (view === 'day') return formatLongDay(day, today);
  if (view === 'month') return month().format(Date.parse(`${day}T00:00:00Z`));
  const days = daysOfView('week', day);
  return formatWeek(days[0] ?? day, days.at(-1) ?? day, today);
}

function CrewFilter({ address: { who, go }, data }: Pick<Props, 'address' | 'data'>) {
  const names = data.people.map(({ name }) => name);
  const known = names.find((name) => who !== null && nameKey(name) === nameKey(who));
  const offered = who !== null && known === undefined ? [who, ...names] : names;
  return (
    <Choose
      label={scheduleWords.byCrew}
      every={scheduleWords.everybody}
      value={known ?? who ?? ''}
      choices={offered.map((name) => ({ value: name, label: name }))}
      onChoose={(name) => go({ who: name })}
    />
  );
}

interface ChooseProps {
  readonly label: string;
  readonly every: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string | null) => void;
}

/** Like the filters of the lists. */
function Choose({ label, every, value, choices, onChoose }: ChooseProps) {
  const known = value === '' || choices.some((choice) => choice.value === value);
  return (
    <Input
      component="select"
      size="md"
      aria-label={label}
      className={css.filter}
      value={value}
      pointer
      rightSection={<SelectIcon size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
    >
      <option value="">{every}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
      {!known && <option value={value}>{value}</option>}
    </Input>
  );
}
