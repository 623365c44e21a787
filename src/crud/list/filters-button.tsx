import { FilterIcon } from '../../ui/icons.ts';
import { listToolsWords } from '../../words/list.ts';
import css from './filters-button.module.css';

interface Props {
  /** The number of filters that apply. */
  readonly active: number;
  /** Id of the open panel. */
  readonly panel: string | undefined;
  readonly onPress: () => void;
}

export function FiltersButton({ active, panel, onPress }: Props) {
  return (
    <button
      type="button"
      className={css.open}
      data-active={active > 0 || undefined}
      aria-expanded={panel !== undefined}
      aria-controls={panel}
      onClick={onPress}
    >
      <FilterIcon size={20} aria-hidden />
      <span className={css.word}>{listToolsWords.filters}</span>
      {active > 0 && (
        <span className={css.count}>
          <span aria-hidden>{active}</span>
          <span className={css.unseen}>{listToolsWords.active({ count: active })}</span>
        </span>
      )}
    </button>
  );
}
