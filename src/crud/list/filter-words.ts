import type { Fields } from '../../domain/resource-spec.ts';
import { choicesOf, fieldLabel } from '../../domain/resource-specs.ts';
import { readSpan } from '../../domain/schedule.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { dateChoiceWords, narrowedWords } from '../../words/list.ts';
import type { DateFilter, ResourceView } from '../resource-view.ts';
import { formatDay } from '../time.tsx';
import type { FilterValues } from './list-address.ts';

/** Returns an unknown choice as it is in the URL. */
export function dateWords(choice: string, { late }: Pick<DateFilter<Fields>, 'late'>): string {
  const words: Readonly<Record<string, string | undefined>> = {
    ...dateChoiceWords,
    overdue: late ?? dateChoiceWords.overdue,
  };
  const span = readSpan(choice);
  if (!span) return words[choice] ?? choice;
  if (span.from === '') return narrowedWords.until({ day: formatDay(span.to) });
  if (span.to === '') return narrowedWords.from({ day: formatDay(span.from) });
  return narrowedWords.span({ first: formatDay(span.from), last: formatDay(span.to) });
}

export function filterWords(view: ResourceView, filters: FilterValues, referred: string): readonly string[] {
  return Object.entries(filters).map(([field, values]) => {
    const date = view.dates?.find((one) => one.field === field);
    if (date) return narrowedWords.to({ field: date.label, value: dateWords(values.join(','), date) });
    const column = view.columns.find((one) => one.field === field);
    if (!column?.filter) return narrowedWords.to({ field: fieldLabel(field), value: referred });
    const { header, filter } = column;
    const choices = choicesOf(view.resource, field);
    const group = filter.find((one) => one.values.join() === values.join());
    const words = group?.label ?? values.map((value) => choiceLabel(value, choices)).join(', ');
    return narrowedWords.to({ field: header, value: words });
  });
}
