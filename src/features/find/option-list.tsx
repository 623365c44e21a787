import type { SearchTerms } from '../../domain/search-text.ts';
import css from './find.module.css';
import type { FindOption, FindSection } from './find-option.ts';
import { FoundRecord } from './found-record.tsx';
import type { Choice } from './use-choice.ts';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly sections: readonly FindSection[];
  readonly choice: Choice;
  readonly ways: readonly SearchTerms[];
}

/** Has no tab stops: the field keeps the focus and names the marked option. */
export function OptionList({ id, label, sections, choice, ways }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={css.list}>
      {sections.map((section) => (
        <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`} className={css.section}>
          <div id={`${id}-${section.key}`} role="presentation" className={css.head}>
            {section.label}
          </div>
          {section.options.map((option) => (
            <Option key={option.key} option={option} choice={choice} ways={ways} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<Props, 'choice' | 'ways'> {
  readonly option: FindOption;
}

function Option({ option, choice, ways }: OptionProps) {
  const { Icon, label, record, isChosen } = option;
  const isMarked = choice.current?.key === option.key;
  return (
    <button
      id={choice.idOf(option)}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-current={isChosen || undefined}
      className={css.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => choice.choose(option, event.ctrlKey || event.metaKey)}
    >
      <Icon size={20} aria-hidden />
      {record ? <FoundRecord found={record} ways={ways} /> : <span className={css.label}>{label}</span>}
    </button>
  );
}
