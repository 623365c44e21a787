import { Link } from 'react-router-dom';
import { useToday } from '../../crud/time.tsx';
import type { WorkAhead } from '../../domain/day/plan-ahead.ts';
import { useScheduleSettings } from '../../records/schedule-settings.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { Columns } from '../../ui/charts/column-chart.tsx';
import { formatLongDay, formatWeekday } from '../../ui/text/format-date.ts';
import { aheadWords } from '../../words/dashboard-and-reports.ts';
import { formatCount } from '../../words/formats.ts';
import { Nothing, Panel } from './panel.tsx';

interface Props extends Pick<WorkAhead<unknown>, 'days'> {
  readonly note: string | undefined;
}

export function TwoWeeks({ days, note }: Props) {
  const today = useToday();
  const { jobsADay } = useScheduleSettings();
  if (days.every(({ count }) => count === 0)) {
    return (
      <Panel title={aheadWords.title} note={note}>
        <Nothing>{aheadWords.none}</Nothing>
      </Panel>
    );
  }
  const isOver = (count: number): boolean => jobsADay !== null && count > jobsADay;
  return (
    <Panel title={aheadWords.title} note={note}>
      <Chart
        title={aheadWords.chart}
        table={{
          head: [aheadWords.day, aheadWords.jobs, ...(jobsADay === null ? [] : [aheadWords.over])],
          rows: days.map(({ day, count }) => [
            formatLongDay(day),
            formatCount(count),
            ...(jobsADay === null ? [] : [isOver(count) ? aheadWords.yes : aheadWords.no]),
          ]),
        }}
      >
        <Columns
          Link={Link}
          fill="var(--rc-blue-fill)"
          limit={jobsADay}
          columns={days.map(({ day, count }) => ({
            key: day,
            size: count,
            figure: count === 0 ? '' : formatCount(count),
            name: [formatWeekday(day), String(Number(day.slice(8)))],
            words: (isOver(count) ? aheadWords.columnOver : aheadWords.column)({
              day: formatLongDay(day),
              count,
            }),
            to: `/today?day=${day}&jobs=all`,
            marked: day === today,
          }))}
        />
      </Chart>
      {jobsADay !== null && <Nothing>{aheadWords.capacity({ count: jobsADay })}</Nothing>}
    </Panel>
  );
}
