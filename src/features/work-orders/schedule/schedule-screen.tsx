import { Button } from '@mantine/core';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useToday } from '../../../crud/time.tsx';
import { daysOfView, SCHEDULE_VIEWS, type ScheduleView } from '../../../domain/schedule/days.ts';
import { useFetched } from '../../../records/use-sync-status.ts';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { useDrawn } from '../../../ui/use-drawn.ts';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { commonWords, screenTitles } from '../../../words/common.ts';
import { dayWords } from '../../../words/jobs.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { BoardLayers } from './board-layers.tsx';
import { drawnHours, withJob } from './day-hours.ts';
import { DayView } from './day-view.tsx';
import { useCardClick } from './job-card.tsx';
import css from './schedule-screen.module.css';
import type { Carry, ScheduleAddress, ScheduleData, ViewProps } from './schedule-types.ts';
import { Toolbar } from './toolbar.tsx';
import { Tray, TrayChip } from './tray.tsx';
import { useBoard } from './use-board.ts';
import { useOptimisticMoves } from './use-optimistic-moves.ts';
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

export default function ScheduleScreen() {
  usePageTitle(screenTitles.schedule);
  const views = useWindowSize() === 'small' ? ON_PHONES : SCHEDULE_VIEWS;
  const address = useScheduleAddress(useToday(), views);
  // The jobs of the days shown come first. What reads or draws many others waits for them.
  const [areRowsDrawn, setRowsDrawn] = useState(false);
  const data = useSchedule({ readsPeople: areRowsDrawn });
  const onDrawn = (): void => startTransition(() => setRowsDrawn(true));
  if (data) return <Shown {...{ data, address, views, areRowsDrawn, onDrawn }} />;
  return (
    <>
      <PageHeader inBar title={screenTitles.schedule} />
      <p role="status">{scheduleWords.reading}</p>
    </>
  );
}

/** Sorts the work orders by day before the screen is opened, and again when they change. Draws nothing. */
export function ScheduleAhead(): ReactNode {
  const data = useSchedule({ readsPeople: false });
  return data ? <WeekAhead data={data} /> : null;
}

/** Reads the notes of this week's jobs, because that takes a tenth of the time to open it (bench `schedule`). */
function WeekAhead({ data }: Pick<ShownProps, 'data'>) {
  usePlan(data, { days: daysOfView('week', data.today), who: null, status: null });
  return null;
}

/** Why jobs may be missing. */
const MISSING: Readonly<Record<NonNullable<ReturnType<typeof useFetched>>, string>> = {
  no: dayWords.notFetched,
  coming: scheduleWords.incomplete,
  yes: scheduleWords.stillReading,
};

/** Then no cell shows where the job is. */
function hasNoRow(carry: Carry | null): boolean {
  return carry !== null && carry.to.day !== null && carry.to.person === undefined;
}

/** False also while all names are hidden. */
function isNobodyKnown({ people, arePeopleRead, settings }: ScheduleData): boolean {
  return arePeopleRead && people.length === 0 && settings.hidden.size === 0;
}

interface ShownProps {
  readonly data: ScheduleData;
  readonly address: ScheduleAddress;
  readonly views: readonly ScheduleView[];
  readonly areRowsDrawn: boolean;
  /** Called once the rows have been drawn. */
  readonly onDrawn: () => void;
}

/** Rows of people drawn at once. Each has the cards of seven days. The others are mostly below the window. */
const FIRST_ROWS = 4;

function Shown({ data: saved, address, views, areRowsDrawn, onDrawn }: ShownProps) {
  const { view, day } = address;
  const Grid = GRIDS[view];
  const List = LISTS[view];
  const days = Grid && view !== 'agenda' ? daysOfView(view, day) : [];
  const { data, moves } = useOptimisticMoves(saved);
  const plan = usePlan(data, { ...address, days });
  const hours = view === 'day' && plan ? drawnHours(plan, data.hours) : undefined;
  const state = useBoard({ data, moves, plan: Grid && plan, hours });
  const { board, carry, problem, said } = state;
  const drawn = useDrawn(plan?.rows.length ?? 0, FIRST_ROWS, plan?.days, Number.POSITIVE_INFINITY);
  const isDrawn = !Grid || drawn === plan?.rows.length;
  const noteDrawn = useEffectEvent(onDrawn);
  useEffect(() => {
    if (!isDrawn) return undefined;
    // Not before: reading people and the tray would delay the paint by a fifth (bench `schedule`).
    const frame = requestAnimationFrame(() => noteDrawn());
    return () => cancelAnimationFrame(frame);
  }, [isDrawn]);
  const isHeld = !areRowsDrawn;
  const isWide = useWindowSize() === 'large';
  const [tray, setTray] = useState<boolean | null>(null);
  const isTrayShown = tray ?? isWide;
  const fetched = useFetched('workOrders');
  const openCard = useCardClick();
  return (
    <>
      <Toolbar {...{ address, views }} data={saved}>
        {!isTrayShown && <TrayChip {...{ data, address, isHeld }} onShow={() => setTray(true)} />}
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
      {!data.isWhole && (
        <div className={css.notice} data-late={fetched === 'yes' || undefined}>
          <Notice tone="info">{MISSING[fetched ?? 'coming']}</Notice>
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
        {isTrayShown && <Tray {...{ data, address, board, carry, isHeld }} onHide={() => setTray(false)} />}
        <div className={css.view}>
          {Grid && plan && (
            <Grid
              {...{ data, address, board, carry, plan, drawn }}
              hours={hours && carry ? withJob(hours, carry.slot) : hours}
            />
          )}
          <Suspense fallback={<p role="status">{scheduleWords.reading}</p>}>
            {List && <List {...{ data, address, board }} />}
          </Suspense>
          {plan && plan.hidden > 0 && (
            <p className={css.hint}>{scheduleWords.hidden({ count: plan.hidden })}</p>
          )}
          {plan && plan.rows.length === 1 && address.who === null && isNobodyKnown(data) && (
            <p className={css.hint}>{scheduleWords.noNames}</p>
          )}
        </div>
      </div>
      <BoardLayers state={state} data={data} />
    </>
  );
}
