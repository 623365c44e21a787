import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { type Habit, type Referring, useHabit } from '../../records/referring-records.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { listed } from '../../ui/text/listed.ts';
import { deletionWords, habitWords } from '../../words/form.ts';
import { counted } from '../list/counted.ts';
import css from './delete-confirm.module.css';

interface Props {
  readonly resource: ResourceName;
  readonly referring: Referring;
  /** How many of them wait to be sent and go with the record. */
  readonly waiting: number;
}

/** Says what refers to a record that is to be deleted; nothing where nothing does. */
export function Dependants({ resource, referring, waiting }: Props) {
  const { counts, onServer } = referring;
  const habit = useHabit(resource, referring);
  if (counts.size === 0) return null;
  const { noun } = resourceSpecs[resource].label;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const words = [...counts].map(([name, count]) => counted(count, resourceSpecs[name].label));
  return (
    <div className={css['dependants']}>
      <Notice tone="warning">
        <p>{deletionWords.referring({ count: total, records: listed(words), noun })}</p>
        {onServer && <p>{saidOf(habit)}</p>}
        {waiting > 0 && <p>{total === 1 ? deletionWords.waitingOnly : deletionWords.waiting({ waiting })}</p>}
      </Notice>
    </div>
  );
}

/** Never a promise about a server that was not seen. */
function saidOf(habit: Habit): string {
  switch (habit) {
    case 'refuses':
      return habitWords.refuses;
    case 'deletes':
      return habitWords.deletes;
    case 'unknown':
      return habitWords.unknown;
    default:
      return habit satisfies never;
  }
}
