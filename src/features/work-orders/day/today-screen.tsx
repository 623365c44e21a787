import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useToday } from '../../../crud/time.tsx';
import { daysFrom, weekOf } from '../../../domain/plain-date.ts';
import { useFetched } from '../../../records/use-sync-status.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BackIcon } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { formatWeek } from '../../../ui/text/format-date.ts';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { dayWords } from '../../../words/jobs.ts';
import { dayName } from './day-name.ts';
import css from './today.module.css';
import { JobDesk, JobLine } from './today-desk.tsx';
import { JobCard, JobList, type Row } from './today-list.tsx';
import { NoneOfMine, useMe, WhichIsYou } from './today-name.tsx';
import { type ShownPlan, UNDATED, useDayAddress, useDayPlan } from './use-day-plan.ts';
import { useDaysPhotos } from './use-days-photos.ts';
import { WeekDays } from './week-days.tsx';

export default function TodayScreen({ Ready }: { readonly Ready: ComponentType }) {
  usePageTitle(dayWords.today);
  return (
    <>
      <PageHeader inBar title={dayWords.today} />
      <TodayPanel desk={useWindowSize() !== 'small'} Below={Ready} />
    </>
  );
}

export function TodayOnDashboard() {
  return (
    <div className={css.first}>
      <TodayPanel few={FEW.dashboard} />
    </div>
  );
}

/** Jobs of a list shown at first. Few, because the day's jobs or the figures follow. */
interface Few {
  /** Running or overdue jobs. */
  readonly others: number;
  /** The day's, if they are everybody's. */
  readonly everybodys?: number;
}

const FEW = { today: { others: 5 }, dashboard: { others: 2, everybodys: 5 } } as const;

interface PanelProps {
  readonly few?: Few;
  readonly desk?: boolean;
  /** Drawn below the jobs, beside the chosen one. */
  readonly Below?: ComponentType;
}

function TodayPanel({ few = FEW.today, desk = false, Below }: PanelProps) {
  const today = useToday();
  const me = useMe();
  const { chosen, everybodys, choose, showEverybodys } = useDayAddress();
  const who = everybodys ? null : me.name;
  const day = chosen ?? today;
  const days = weekOf(day === UNDATED ? today : day);
  const plan = useDayPlan({ day, today, days, who });
  const fetched = useFetched('workOrders');
  const isWhole = fetched === 'yes' && plan?.complete === true;
  useDaysPhotos(me.name, isWhole);
  const children = (
    <>
      {me.asked && <WhichIsYou crew={me.asked} />}
      <div className={css.choices}>
        <WeekStrip
          {...{ days, day, today }}
          counts={isWhole ? plan.counts : undefined}
          // Null means today, even after midnight.
          onChoose={(next) => choose(next === today ? null : next)}
        />
        {me.name !== null && <Whose everybodys={everybodys} onChoose={showEverybodys} />}
      </div>
      {isWhole && <DaySum plan={plan} day={day} />}
      {fetched === 'no' && <p className={css.hint}>{dayWords.notFetched}</p>}
    </>
  );
  return <Jobs {...{ plan, day, today, who, few, desk, isWhole, Below, children }} />;
}

interface JobsProps {
  /** Drawn above the jobs. */
  readonly children: ReactNode;
  readonly few: Few;
  /** Undefined until read. */
  readonly plan: ShownPlan | undefined;
  readonly day: string;
  readonly today: string;
  readonly who: string | null;
  readonly isWhole: boolean;
  readonly desk: boolean;
  readonly Below: ComponentType | undefined;
}

function Jobs({ children, plan, day, today, who, few, isWhole, desk, Below }: JobsProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const lists = plan ? listsOf(plan, { day, today, few, who }) : [];
  const rows = lists.flatMap((list) => list.rows);
  const chosen = rows.find(({ localId }) => localId === chosenId) ?? rows[0];
  const complete = plan?.complete === true;
  const draw = (row: Row): ReactNode =>
    desk ? <JobLine row={row} chosen={row === chosen} onChoose={setChosenId} /> : <JobCard row={row} />;
  const body = (
    <>
      {children}
      {isWhole && rows.length === 0 && <NoneOfMine name={who} words={noneWords(day, who)} />}
      {lists.map((list) => (
        <JobList key={list.title} {...list} {...{ complete, chosen, draw, desk }} />
      ))}
      {Below && (
        <div className={css.ready}>
          <Below />
        </div>
      )}
    </>
  );
  return desk ? <JobDesk chosen={chosen}>{body}</JobDesk> : body;
}

interface ShownList {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly first?: number;
}

function listsOf(
  plan: ShownPlan,
  { day, today, few, who }: Pick<JobsProps, 'day' | 'today' | 'few' | 'who'>,
): readonly ShownList[] {
  if (day === UNDATED) return [{ title: dayWords.undated, rows: plan.undated }];
  // One's own day is short. Everybody's would put the figures many screens down.
  const first = who === null ? few.everybodys : undefined;
  return [
    { title: dayWords.running, rows: plan.running, first: few.others },
    { title: dayWords.overdue, rows: plan.overdue, first: few.others },
    { title: dayName(day, today), rows: plan.due, ...(first !== undefined && { first }) },
  ];
}

function noneWords(day: string, who: string | null): string {
  if (day === UNDATED) return dayWords.noneUndated;
  return who === null ? dayWords.none : dayWords.noneOfMine;
}

interface WhoseProps {
  readonly everybodys: boolean;
  readonly onChoose: (everybodys: boolean) => void;
}

function Whose({ everybodys, onChoose }: WhoseProps) {
  return (
    <div role="group" aria-label={dayWords.whose} className={css.whose}>
      <Choice chosen={!everybodys} onClick={() => onChoose(false)}>
        {dayWords.mine}
      </Choice>
      <Choice chosen={everybodys} onClick={() => onChoose(true)}>
        {dayWords.everybody}
      </Choice>
    </div>
  );
}

interface StripProps {
  readonly days: readonly string[];
  readonly day: string;
  readonly today: string;
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly onChoose: (day: string) => void;
}

function WeekStrip({ days, day, today, counts, onChoose }: StripProps) {
  const shown = day === UNDATED ? today : day;
  return (
    <nav aria-label={dayWords.days} className={css.days}>
      <div className={css.weeks}>
        <IconButton label={dayWords.previousWeek} onClick={() => onChoose(daysFrom(shown, -7))}>
          <BackIcon size={20} aria-hidden />
        </IconButton>
        <span>{formatWeek(days[0] ?? shown, days[6] ?? shown, today)}</span>
        <IconButton label={dayWords.nextWeek} onClick={() => onChoose(daysFrom(shown, 7))}>
          <BackIcon size={20} aria-hidden className={css.onward} />
        </IconButton>
      </div>
      <WeekDays {...{ days, day, today, counts, onChoose }} />
      <div className={css.near}>
        <Choice chosen={day === today} onClick={() => onChoose(today)}>
          {dayWords.today}
        </Choice>
        <Choice chosen={day === UNDATED} onClick={() => onChoose(UNDATED)}>
          {dayWords.undated}
        </Choice>
      </div>
    </nav>
  );
}

/** Tells what the lists hold besides the jobs that the day's number counts. */
function DaySum({ plan, day }: { readonly plan: ShownPlan; readonly day: string }) {
  const { fromOtherDays, cancelled, overdue } = plan;
  if (overdue.length + fromOtherDays + cancelled === 0) return null;
  const count = plan.counts.get(day) ?? 0;
  return (
    <p className={css.sum}>{dayWords.sum({ count, overdue: overdue.length, fromOtherDays, cancelled })}</p>
  );
}

interface ChoiceProps {
  readonly chosen: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Choice({ chosen, onClick, children }: ChoiceProps) {
  return (
    <Button size="md" variant="default" aria-pressed={chosen} onClick={onClick}>
      {children}
    </Button>
  );
}
