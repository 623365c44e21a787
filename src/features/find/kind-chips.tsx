import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../domain/resource-specs.ts';
import { findWords } from '../../words/find.ts';
import css from './find.module.css';

interface Props {
  readonly only: ResourceName | null;
  readonly onOnly: (only: ResourceName | null) => void;
}

const CHIPS = [null, ...RESOURCE_NAMES];

export function KindChips({ only, onOnly }: Props) {
  return (
    <div role="group" aria-label={findWords.kinds} className={css.chips}>
      {CHIPS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={only === kind}
          className={css.chip}
          onClick={() => onOnly(kind)}
        >
          {kind === null ? findWords.all : resourceSpecs[kind].label.plural}
        </button>
      ))}
    </div>
  );
}
