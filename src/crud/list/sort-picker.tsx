import { specOf } from '../../domain/resource-specs.ts';
import { SortAscendingIcon, SortDescendingIcon, SortIcon } from '../../ui/icons.ts';
import { listToolsWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import css from './sort-picker.module.css';
import { readSort, type Sort, sortText } from './use-sorted-rows.ts';

interface Props {
  readonly view: ResourceView;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
}

/**
 * The order of a list where it has no headings to press: the device's own picker behind an icon, which shows the
 * direction. Its shape is what tells it from the filters, and leaves the search box its room.
 */
export function SortPicker({ view, sort, setSort }: Props) {
  const Icon = sort === null ? SortIcon : sort.descending ? SortDescendingIcon : SortAscendingIcon;
  const own =
    specOf(view.resource).placement === 'first' ? listToolsWords.newestFirst : listToolsWords.oldestFirst;
  return (
    <div className={css['picker']} data-chosen={sort !== null || undefined}>
      <Icon size={20} aria-hidden />
      <select
        aria-label={listToolsWords.sortBy}
        className={css['select']}
        value={sortText(sort)}
        onChange={({ currentTarget }) => setSort(readSort(view, currentTarget.value))}
      >
        <option value="">{own}</option>
        {view.columns.flatMap(({ field, header }) =>
          [false, true].map((descending) => (
            <option key={`${field} ${descending}`} value={sortText({ field, descending })}>
              {descending
                ? listToolsWords.descending({ column: header })
                : listToolsWords.ascending({ column: header })}
            </option>
          )),
        )}
      </select>
    </div>
  );
}
