import { resourceSpecs } from '../../domain/resource-specs.ts';
import { listToolsWords } from '../../words/list.ts';
import { ReferenceField } from '../form/reference-field.tsx';
import type { ResourceView } from '../resource-view.ts';
import { DateChoices } from './date-choices.tsx';
import type { ListAddress } from './list-address.ts';
import css from './list-tools.module.css';
import type { ReferenceFilterState } from './reference-filter.ts';

interface Props {
  readonly view: ResourceView;
  readonly address: ListAddress;
  readonly referred: ReferenceFilterState | null;
}

/** A lazy chunk, because it brings a calendar. */
export default function PanelFilters({ view, address: { filters, setFilter }, referred }: Props) {
  return (
    <>
      {view.dates?.map((date) => (
        <DateChoices
          key={date.field}
          date={date}
          chosen={filters[date.field]?.join(',') ?? ''}
          onChoose={(choice) => setFilter(date.field, choice === '' ? [] : [choice])}
        />
      ))}
      {referred && (
        <div className={css.group}>
          <ReferenceField
            label={resourceSpecs[referred.to].label.title}
            placeholder={listToolsWords.any({ noun: resourceSpecs[referred.to].label.noun })}
            to={referred.to}
            value={referred.id}
            adds={false}
            onChange={(id) => setFilter(referred.field, id === null ? [] : [id])}
          />
        </div>
      )}
    </>
  );
}
