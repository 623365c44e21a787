import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useToday } from '../../../crud/time.tsx';
import { dayAfter, dayBefore, daysFrom, weekOf } from '../../../domain/plain-date.ts';
import { useFetched } from '../../../records/use-sync-status.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BackIcon } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { formatLongDay, formatWeek, formatWeekday } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/jobs.ts';
import css from './today.module.css';
import { JobList, NoneOfMine } from './today-list.tsx';
import { useMyName } from './use-crew.ts';
import { UNDATED, useDayAddress, useDayPlan } from './use-day-plan.ts';

export default function TodayScreen() {
  usePageTitle(dayWords.today);
  return (
    <>
      <PageHeader inBar title={dayWords.today} />
      <TodayPanel otherWeeks />
    </>
  );
}

/** The first part of the dashboard on a phone. */
export function TodayOnDashboard() {
  return (
    <section aria-label={dayWords.today} className={css.first}>
      <TodayPanel />
    </section>
  );
}

/** Few, because the day's jobs are below, and on the dashboard its figures. */
const FEW = { today: 5, dashboard: 2 };

interface PanelProps {
  readonly otherWeeks?: boolean;
}

function TodayPanel({ otherWeeks = false }: PanelProps) {
  const few = otherWeeks ? FEW.today : FEW.dashboard;
  const today = useToday();
  const { set: me } = useMyName();
  const { chosen, everybodys, choose, showEverybodys } = useDayAddress();
  const who = me === '' || everybodys ? null : me;
  const day = chosen ?? today;
  const days = weekOf(day === UNDATED ? today : day);
  const plan = useDayPlan({ day, today, days, who });
  const fetched = useFetched('workOrders');
  const complete = plan?.complete ?? false;
  const isWhole = fetched === 'yes' && plan?.complete;
  const isEmpty = isWhole && plan.running.length + plan.due.length + plan.overdue.length === 0;
  return (
    <>
      {me === '' ? (
        <p className={css.hint}>
          {dayWords.nameFirst} <Link to="/settings">{dayWords.settings}</Link>
        </p>
      ) : (
        <Whose everybodys={everybodys} onChoose={showEverybodys} />
      )}
      <WeekStrip
        {...{ days, day, today, otherWeeks }}
        counts={isWhole ? plan.counts : undefined}
        // At midnight, 'today' must become the next day.
        onChoose={(next) => choose(next === today ? null : next)}
      />
      {fetched === 'no' && <p className={css.hint}>{dayWords.notFetched}</p>}
      {day === UNDATED ? (
        <>
          <JobList key={UNDATED} title={dayWords.undated} rows={plan?.undated ?? []} complete={complete} />
          {isWhole && plan.undated.length === 0 && <NoneOfMine name={who} words={dayWords.noneUndated} />}
        </>
      ) : (
        <>
          <JobList title={dayWords.running} rows={plan?.running ?? []} complete={complete} first={few} />
          <JobList title={dayWords.overdue} rows={plan?.overdue ?? []} complete={complete} first={few} />
          <JobList key={day} title={dayName(day, today)} rows={plan?.due ?? []} complete={complete} />
          {isEmpty && <NoneOfMine name={who} words={who === null ? dayWords.none : dayWords.noneOfMine} />}
        </>
      )}
    </>
  );
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
  readonly otherWeeks: boolean;
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly onChoose: (day: string) => void;
}

function WeekStrip({ days, day, today, otherWeeks, counts, onChoose }: StripProps) {
  const near = [dayBefore(today), today, dayAfter(today)];
  return (
    <nav aria-label={dayWords.days}>
      <div className={css.near}>
        {near.map((one) => (
          <Choice key={one} chosen={one === day} onClick={() => onChoose(one)}>
            {dayName(one, today)}
          </Choice>
        ))}
        <Choice chosen={day === UNDATED} onClick={() => onChoose(UNDATED)}>
          {dayWords.undated}
        </Choice>
      </div>
      {otherWeeks && <OtherWeeks days={days} day={day === UNDATED ? today : day} onChoose={onChoose} />}
      <ol className={css.week}>
        {days.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={css.day}
              aria-current={one === day ? 'date' : undefined}
              data-today={one === today || undefined}
              onClick={() => onChoose(one)}
            >
              <span>{formatWeekday(one)}</span>
              <span className={css.number}>{Number(one.slice(8))}</span>
              <span className={css.count}>
                <span aria-hidden>{counts?.get(one) || ' '}</span>
                <span className={css.unseen}>
                  {counts && dayWords.count({ count: counts.get(one) ?? 0 })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type OtherWeeksProps = Pick<StripProps, 'days' | 'day' | 'onChoose'>;

function OtherWeeks({ days, day, onChoose }: OtherWeeksProps) {
  return (
    <div className={css.weeks}>
      <IconButton label={dayWords.previousWeek} onClick={() => onChoose(daysFrom(day, -7))}>
        <BackIcon size={20} aria-hidden />
      </IconButton>
      <span>{formatWeek(days[0] ?? day, days[6] ?? day)}</span>
      <IconButton label={dayWords.nextWeek} onClick={() => onChoose(daysFrom(day, 7))}>
        <BackIcon size={20} aria-hidden className={css.onward} />
      </IconButton>
    </div>
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

function dayName(day: string, today: string): string {
  if (day === today) return dayWords.today;
  if (day === dayBefore(today)) return dayWords.yesterday;
  return day === dayAfter(today) ? dayWords.tomorrow : formatLongDay(day);
}
