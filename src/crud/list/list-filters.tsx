import '@mantine/core/styles/Input.layer.css';
import { Input } from '@mantine/core';
import { choicesOf } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { SelectIcon } from '../../ui/icons.ts';
import { listToolsWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import type { ListAddress } from './list-address.ts';
import css from './list-tools.module.css';

interface Props extends Pick<ListAddress, 'filters' | 'setFilter'> {
  readonly view: ResourceView;
}

/** Not `NativeSelect`: it would render twice at first, because it creates its id in an effect. */
export function ListFilters({ view, filters, setFilter }: Props) {
  return view.columns.map(({ field, header, filter }) => {
    if (!filter) return null;
    const choices = choicesOf(view.resource, field);
    const chosen = filters[field]?.join(',') ?? '';
    const offered = [
      { value: '', label: listToolsWords.every({ column: header }) },
      ...filter.map(({ label, values }) => ({ value: values.join(','), label })),
      ...choices.map((choice) => ({ value: choice, label: choiceLabel(choice, choices) })),
    ];
    const known = offered.some(({ value }) => value === chosen);
    return (
      <Input
        key={field}
        component="select"
        size="md"
        aria-label={listToolsWords.filterBy({ column: header.toLowerCase() })}
        className={css.filter}
        value={chosen}
        pointer
        rightSection={<SelectIcon size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        onChange={({ currentTarget }) =>
          setFilter(field, currentTarget.value === '' ? [] : currentTarget.value.split(','))
        }
      >
        {offered.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {!known && <option value={chosen}>{chosen.replaceAll(',', ', ')}</option>}
      </Input>
    );
  });
}
