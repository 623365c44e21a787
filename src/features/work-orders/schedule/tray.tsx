import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { memo, useMemo, useRef, useState } from 'react';
import { planTray, type Tray as TrayPlan } from '../../../domain/schedule/plan-lists.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { useRecordList } from '../../../records/use-records.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { formatWeekdayAndDate } from '../../../ui/text/format-date.ts';
import { useDrawn } from '../../../ui/use-drawn.ts';
import { useMoreFocus } from '../../../ui/use-more-focus.ts';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { trayWords } from '../../../words/schedule.ts';
import { useDropPlace } from './drag.ts';
import { JobCard } from './job-card.tsx';
import { moveInList, stopAtFocus, useStop } from './roving.ts';
import type { Carry, Row, ScheduleData, ViewProps } from './schedule-types.ts';
import css from './tray.module.css';

/** Where a job is that has no day, or whose day is over. */
const TRAY = { day: null } as const;

const NONE: readonly Row[] = [];

interface TrayProps extends ViewProps {
  readonly carry: Carry | null;
  /** Lists no jobs yet. */
  readonly isHeld: boolean;
  readonly onHide: () => void;
}

/** Open jobs without a day, overdue ones, and those in progress since an earlier day. */
export function Tray({ data, address, board, carry, isHeld, onHide }: TrayProps) {
  const [search, setSearch] = useState('');
  const keep = useKeep(isHeld ? undefined : search);
  const tray = useTray(data, { ...address, search, keep, isHeld });
  const part = useRef<HTMLDivElement>(null);
  useStop(part);
  const { ref, over } = useDropPlace(board, () => TRAY);
  const count = countOf(tray);
  const lists = { board, carry, slots: data.slots, today: data.today };
  return (
    <section
      ref={ref}
      aria-label={trayWords.title}
      className={css.tray}
      data-target={(carry?.to.day === null && carry.from.day !== null) || over !== null || undefined}
      data-no-print
    >
      <div className={css.head}>
        <h2 className={css.title}>{countSaid(tray, data)}</h2>
        <IconButton label={trayWords.hide} onClick={onHide}>
          <CloseIcon size={18} aria-hidden />
        </IconButton>
      </div>
      <TextInput
        type="search"
        size="md"
        aria-label={trayWords.search}
        placeholder={trayWords.find}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {tray && count === 0 && <p className={css.none}>{noneSaid({ ...address, search, ...data })}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between its cards */}
      <div ref={part} className={css.lists} onFocus={stopAtFocus} onKeyDown={moveInList}>
        <List heading={trayWords.undated} rows={tray?.undated ?? NONE} {...lists} />
        <List heading={trayWords.overdue} rows={tray?.overdue ?? NONE} noteOf={trayWords.was} {...lists} />
        <List heading={trayWords.running} rows={tray?.running ?? NONE} noteOf={trayWords.since} {...lists} />
      </div>
    </section>
  );
}

interface ChipProps extends Pick<TrayProps, 'data' | 'address' | 'isHeld'> {
  readonly onShow: () => void;
}

/** Opens the tray. */
export function TrayChip({ data, address, isHeld, onShow }: ChipProps) {
  const tray = useTray(data, { ...address, search: '', keep: null, isHeld });
  return (
    <Button variant="default" data-rest="" onClick={onShow}>
      {countSaid(tray, data)}
    </Button>
  );
}

function countOf(tray: TrayPlan<Row> | undefined): number {
  return tray ? tray.undated.length + tray.overdue.length + tray.running.length : 0;
}

function countSaid(tray: TrayPlan<Row> | undefined, { isWhole }: ScheduleData): string {
  const count = countOf(tray);
  return isWhole ? trayWords.count({ count }) : trayWords.countAtLeast({ count });
}

interface Asked extends Pick<ViewProps['address'], 'who' | 'status'> {
  readonly search: string;
}

/** Why the lists are empty. */
function noneSaid({ who, status, search, isWhole }: Asked & Pick<ScheduleData, 'isWhole'>): string {
  const isAll = search === '' && who === null && status === null;
  if (isWhole) return isAll ? trayWords.none : trayWords.noneFound;
  return isAll ? trayWords.noneYet : trayWords.noneFoundYet;
}

interface TrayQuestion extends Asked, Pick<TrayProps, 'isHeld'> {
  readonly keep: Keep | null;
}

type Keep = (row: Row) => boolean;

function useTray(
  data: ScheduleData,
  { who, status, search, keep, isHeld }: TrayQuestion,
): TrayPlan<Row> | undefined {
  const { slots, settings } = data;
  const { undated, overdue, running } = data.index;
  const work = useMemo(() => {
    if (isHeld) return null;
    const asked = { settings, who, status, ...(keep && { keep }) };
    return () => planTray({ undated, overdue, running }, slots, asked);
    // Most moves change none of the lists.
  }, [undated, overdue, running, slots, settings, who, status, keep, isHeld]);
  return useInSteps({
    work,
    size: undated.length + overdue.length + running.length,
    about: `${who} ${status} ${search}`,
  });
}

/**
 * Keeps what the list of work orders finds, so also the jobs of a customer.
 * @param search undefined while the rows are drawn, which would take longer beside the reading of all search texts
 */
function useKeep(search: string | undefined): Keep | null {
  const { rows } = useRecordList('workOrders', search);
  const isAll = search === undefined || search.trim() === '';
  return useMemo(() => {
    if (isAll) return null;
    const found = new Set(rows.map(({ localId }) => localId));
    return ({ localId }) => found.has(localId);
  }, [isAll, rows]);
}

/** How many jobs each press adds. */
const PAGE = 20;
const CARDS_AT_ONCE = 5;

interface ListProps extends Pick<TrayProps, 'board' | 'carry'>, Pick<ScheduleData, 'slots' | 'today'> {
  readonly heading: string;
  readonly rows: readonly Row[];
  /** Says the day. */
  readonly noteOf?: (given: { readonly day: string }) => string;
}

const List = memo(function List(props: ListProps) {
  const { heading, rows, noteOf = trayWords.was, board, carry, slots, today } = props;
  const isPhone = useWindowSize() === 'small';
  const [shown, setShown] = useState(PAGE);
  const drawn = useDrawn(Math.min(shown, rows.length), CARDS_AT_ONCE);
  const { list, expectMore } = useMoreFocus<HTMLOListElement>('li');
  if (rows.length === 0) return null;
  const more = Math.min(PAGE, rows.length - shown);
  return (
    <section aria-label={heading}>
      <h3 className={css.heading}>{heading}</h3>
      <ol ref={list} className={css.cards}>
        {rows.slice(0, drawn).map((row) => {
          const slot = slots.of(row);
          return (
            <li key={row.localId}>
              <JobCard
                slot={slot}
                {...TRAY}
                board={board}
                isStill={isPhone}
                others={slot.crew.join(', ')}
                carried={carry?.slot.row.localId === row.localId}
                {...(slot.day !== null && {
                  note: noteOf({ day: formatWeekdayAndDate(slot.day, today) }),
                })}
              />
            </li>
          );
        })}
      </ol>
      {more > 0 && (
        <Button
          variant="default"
          fullWidth
          className={css.more}
          data-rest=""
          onClick={() => {
            expectMore(shown);
            setShown(shown + PAGE);
          }}
        >
          {trayWords.more({ count: more, all: rows.length })}
        </Button>
      )}
    </section>
  );
});
