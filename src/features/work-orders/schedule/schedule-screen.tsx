import { Button } from '@mantine/core';
import { type ComponentType, Suspense, useState } from 'react';
import { useToday } from '../../../crud/time.tsx';
import { daysOfView, SCHEDULE_VIEWS, type ScheduleView } from '../../../domain/schedule/days.ts';
import { useFetched } from '../../../records/use-sync-status.ts';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { commonWords, screenTitles } from '../../../words/common.ts';
import { dayWords } from '../../../words/jobs.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { BoardLayers } from './board-layers.tsx';
import { drawnHours } from './day-hours.ts';
import { DayView } from './day-view.tsx';
import { useCardClick } from './job-card.tsx';
import css from './schedule-screen.module.css';
import type { Carry, ScheduleAddress, ScheduleData, ViewProps } from './schedule-types.ts';
import { Toolbar } from './toolbar.tsx';
import { Tray, TrayChip } from './tray.tsx';
import { useBoard } from './use-board.ts';
import { usePlan, useSchedule } from './use-schedule.ts';
import { useScheduleAddress } from './use-schedule-address.ts';
import { type GridProps, WeekView } from './week-view.tsx';

/** With rows of people. */
const GRIDS: Partial<Record<ScheduleView, ComponentType<GridProps>>> = {
  week: WeekView,
  day: DayView,
};
const LISTS: Partial<Record<ScheduleView, ComponentType<ViewProps>>> = {
  month: lazyPart(() => import('./month-view.tsx')),
  agenda: lazyPart(() => import('./agenda-view.tsx')),
};

/** A phone has no room for rows and columns. */
const ON_PHONES: readonly ScheduleView[] = ['agenda', 'month'];

function viewsFor(size: ReturnType<typeof useWindowSize>): readonly ScheduleView[] {
  const all = SCHEDULE_VIEWS.filter((view) => GRIDS[view] || LISTS[view]);
  const lists = ON_PHONES.filter((view) => LISTS[view]);
  return size === 'small' && lists.length > 0 ? lists : all;
}

export default function ScheduleScreen() {
  usePageTitle(screenTitles.schedule);
  const views = viewsFor(useWindowSize());
  const address = useScheduleAddress(useToday(), views);
  const data = useSchedule();
  return (
    <>
      <PageHeader inBar title={screenTitles.schedule} />
      {data ? <Shown {...{ data, address, views }} /> : <p role="status">{scheduleWords.reading}</p>}
    </>
  );
}

/** Then no cell shows where the job is. */
function hasNoRow(carry: Carry | null): boolean {
  return carry !== null && carry.to.day !== null && carry.to.person === undefined;
}

interface ShownProps {
  readonly data: ScheduleData;
  readonly address: ScheduleAddress;
  readonly views: readonly ScheduleView[];
}

function Shown({ data, address, views }: ShownProps) {
  const { view, day } = address;
  const Grid = GRIDS[view];
  const List = LISTS[view];
  const days = Grid && view !== 'agenda' ? daysOfView(view, day) : [];
  const plan = usePlan(data, { ...address, days });
  const hours = view === 'day' && plan ? drawnHours(plan, data.hours) : undefined;
  const state = useBoard({ data, plan: Grid && plan, hours });
  const { board, carry, problem, said } = state;
  const isWide = useWindowSize() === 'large';
  const [tray, setTray] = useState<boolean | null>(null);
  const isTrayShown = tray ?? isWide;
  const fetched = useFetched('workOrders');
  const openCard = useCardClick();
  return (
    <>
      <Toolbar {...{ address, data, views }}>
        {!isTrayShown && <TrayChip {...{ data, address }} onShow={() => setTray(true)} />}
      </Toolbar>
      <div className={css.problem}>
        <ErrorAlert
          lines={problem === null ? [] : [problem]}
          action={
            <Button variant="default" onClick={state.closeProblem}>
              {commonWords.close}
            </Button>
          }
        />
      </div>
      {fetched !== 'yes' && (
        <div className={css.notice}>
          <Notice tone="info">{fetched === 'no' ? dayWords.notFetched : scheduleWords.incomplete}</Notice>
        </div>
      )}
      <p id="schedule-keys" className={css.unseen}>
        {scheduleWords.keys}
      </p>
      <p role="status" className={hasNoRow(carry) ? css.hint : css.unseen}>
        {said}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the clicks are those of links */}
      <div
        className={css.board}
        data-tray={isTrayShown || undefined}
        onBlur={state.putBack}
        onClick={openCard}
      >
        {isTrayShown && <Tray {...{ data, address, board, carry }} onHide={() => setTray(false)} />}
        <div className={css.view}>
          {Grid && plan && <Grid {...{ data, address, board, carry, plan, hours }} />}
          <Suspense fallback={<p role="status">{scheduleWords.reading}</p>}>
            {List && <List {...{ data, address, board }} />}
          </Suspense>
          {plan && plan.hidden > 0 && (
            <p className={css.hint}>{scheduleWords.hidden({ count: plan.hidden })}</p>
          )}
          {plan && plan.rows.length === 1 && address.who === null && (
            <p className={css.hint}>{scheduleWords.noNames}</p>
          )}
        </div>
      </div>
      <BoardLayers state={state} data={data} />
    </>
  );
}
