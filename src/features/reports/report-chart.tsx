import type { ReportBar } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import { choicesOf } from '../../domain/resource-specs.ts';
import { Bars, Legend } from '../../ui/charts/bars.tsx';
import { Chart, fillOf } from '../../ui/charts/chart.tsx';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { axisText, figureText } from './report-records.ts';

interface Props {
  readonly report: Report;
  readonly bars: readonly ReportBar[];
  readonly parts: readonly string[];
}

export function ReportChart({ report: { resource, chart }, bars, parts }: Props) {
  const divided = chart.bars !== chart.parts;
  const unit = chart.sum === null ? 'count' : 'dollars';
  const nameOfBar = (value: string): string => choiceLabel(value, choicesOf(resource, chart.bars));
  const nameOfPart = (value: string): string => choiceLabel(value, choicesOf(resource, chart.parts));
  const wordsOf = ({ value, parts: sums, total }: ReportBar): string => {
    const inParts = parts
      .filter((part) => sums[part] !== undefined)
      .map((part) => `${nameOfPart(part)} ${figureText(sums[part] ?? null, unit)}`);
    return `${nameOfBar(value)}: ${figureText(total, unit)}${divided ? ` (${inParts.join(', ')})` : ''}`;
  };
  return (
    <Chart title={chart.title}>
      {divided && (
        <div aria-hidden>
          <Legend parts={parts.map((part) => ({ key: part, fill: fillOf(part), text: nameOfPart(part) }))} />
        </div>
      )}
      <Bars
        bars={bars.map((bar) => ({
          name: nameOfBar(bar.value),
          words: wordsOf(bar),
          parts: parts.map((part) => ({
            key: part,
            name: nameOfPart(part),
            fill: fillOf(part),
            size: bar.parts[part] ?? 0,
            words: figureText(bar.parts[part] ?? 0, unit),
          })),
        }))}
        whole={unit === 'count'}
        tickText={(tick) => axisText(tick, unit)}
      />
    </Chart>
  );
}
