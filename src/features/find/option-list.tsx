import { memo } from 'react';
import type { SearchTerms } from '../../domain/search-text.ts';
import css from './find.module.css';
import type { FindOption, FindSection } from './find-option.ts';
import { FoundRecord } from './found-record.tsx';
import type { Choice } from './use-choice.ts';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly sections: readonly FindSection[];
  readonly idOf: Choice['idOf'];
  readonly choose: Choice['choose'];
  readonly markedId: string | undefined;
  readonly ways: readonly SearchTerms[];
}

/**
 * Has no tab stops: the field keeps the focus and names the marked option. Typing redraws nothing here, and an arrow
 * key redraws only the two options that it marks and unmarks.
 */
export const OptionList = memo(function OptionList(props: Props) {
  const { id, label, sections, idOf, choose, markedId, ways } = props;
  return (
    <div id={id} role="listbox" aria-label={label} className={css.list}>
      {sections.map((section) => (
        <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`} className={css.section}>
          <div id={`${id}-${section.key}`} role="presentation" className={css.head}>
            {section.label}
          </div>
          {section.options.map((option) => (
            <Option
              key={option.key}
              id={idOf(option)}
              option={option}
              isMarked={idOf(option) === markedId}
              choose={choose}
              ways={ways}
            />
          ))}
        </div>
      ))}
    </div>
  );
});

interface OptionProps extends Pick<Props, 'id' | 'choose' | 'ways'> {
  readonly option: FindOption;
  readonly isMarked: boolean;
}

const Option = memo(function Option({ id, option, isMarked, choose, ways }: OptionProps) {
  const { Icon, label, record, isChosen } = option;
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-current={isChosen || undefined}
      className={css.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => choose(option, event.ctrlKey || event.metaKey)}
    >
      <Icon size={20} aria-hidden />
      {record ? <FoundRecord found={record} ways={ways} /> : <span className={css.label}>{label}</span>}
    </button>
  );
});
