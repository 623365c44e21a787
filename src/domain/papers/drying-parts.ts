import { dryingChartWords, dryingPaperWords as words } from '../../words/drying.ts';
import { type DryingDay, dryingDays } from '../drying/day-table.ts';
import type { DryingLog } from '../drying/drying-log.ts';
import { gapsIn } from '../drying/drying-questions.ts';
import { jobValue, standardsText } from '../drying/job-facts.ts';
import { chamberName, placeName } from '../drying/names.ts';
import type { AirFigures, Span } from '../drying/readings.ts';
import { type ChartLine, knownFacts, type PaperPart } from './paper-content.ts';
import { dayText } from './paper-texts.ts';

/** Returns the gaps that an adjuster would notice, in sentences. */
export function gapLines(log: DryingLog, now: number): string[] {
  const { unread, unreadChambers, withoutUnaffected, withoutOutside, notDry, notRemoved } = gapsIn(
    log,
    dryingDays(log),
    now,
  );
  const dates = (some: readonly string[]): string => some.map(dayText).join(', ');
  const names = (some: readonly { readonly name: string }[]): string =>
    some.map(({ name }) => name).join(', ');
  const lines = [
    unread.length > 0 && words.unread({ days: unread.map(spanText).join(', ') }),
    ...unreadChambers.map(({ chamber, days }) =>
      words.unreadChamber({ name: chamber.name, days: dates(days) }),
    ),
    withoutUnaffected.length > 0 && words.withoutUnaffected({ days: dates(withoutUnaffected) }),
    withoutOutside.length > 0 && words.withoutOutside({ days: dates(withoutOutside) }),
    notDry.length > 0 && words.notDry({ names: names(notDry) }),
    notRemoved.length > 0 && words.notRemoved({ names: names(notRemoved) }),
  ];
  return lines.filter((line) => line !== false);
}

function spanText({ from, to }: Span): string {
  const [first, last] = [dayText(from), dayText(to)];
  return from === to ? first : words.span({ first, last });
}

/** Grains per pound by chamber, with the air outside and the unaffected air. */
export function grainsChart(log: DryingLog): PaperPart[] {
  const days = dryingDays(log);
  const line = (name: string, of: (day: DryingDay) => AirFigures | null | undefined): ChartLine => ({
    name,
    values: days.map((day) => of(day)?.grains ?? null),
  });
  const lines = [
    ...log.chambers.map((chamber) =>
      line(
        chamberName(chamber),
        ({ chambers }) => chambers.find((one) => one.chamber.name === chamber.name)?.air,
      ),
    ),
    line(placeName('un'), ({ places }) => places.un),
    line(placeName('out'), ({ places }) => places.out),
  ].filter(({ values }) => values.some((value) => value !== null));
  const axis = days.map(({ day }) => dayText(day));
  return lines.length === 0 ? [] : [{ part: 'chart', heading: dryingChartWords.grains, axis, lines }];
}

/** How the readings were taken. */
export function readingFacts(log: DryingLog): PaperPart[] {
  const who = new Set(dryingDays(log).flatMap((day) => day.who));
  const facts = knownFacts([
    [words.takenByWhom, [...who].join(', ')],
    [words.meter, jobValue(log, 'meter')],
    [words.standards, standardsText(log, ', ')],
    [words.altitude, log.altitude === 0 ? null : words.feet({ count: log.altitude })],
  ]);
  return facts.length === 0 ? [] : [{ part: 'facts', heading: words.title, facts }];
}
