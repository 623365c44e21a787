import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { type Habit, type Referring, useHabit } from '../../records/use-dependants.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { listed } from '../../ui/text/listed.ts';
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
  const words = [...counts].map(([name, count]) => counted(count, name));
  return (
    <div className={css['dependants']}>
      <Notice tone="warning">
        <p>
          {listed(words)} {total === 1 ? 'refers' : 'refer'} to this {noun}.
        </p>
        {onServer && <p>{habitWords(habit, noun)}</p>}
        {waiting > 0 && (
          <p>
            {waiting.toLocaleString()} of {total === 1 ? 'it' : 'them'} {waiting === 1 ? 'is' : 'are'} not on
            the server yet: what was added on this device is deleted as well.
          </p>
        )}
      </Notice>
    </div>
  );
}

/** Never a promise about a server that was not seen. */
function habitWords(habit: Habit, noun: string): string {
  switch (habit) {
    case 'refuses':
      return `This server refuses to delete a ${noun} that other records refer to.`;
    case 'deletes':
      return 'This server deletes them too.';
    case 'unknown':
      return 'Some servers delete them too; others refuse.';
    default:
      return habit satisfies never;
  }
}

/** '1 work order', '3 projects'. */
function counted(count: number, resource: ResourceName): string {
  const { noun, plural } = resourceSpecs[resource].label;
  return `${count.toLocaleString()} ${count === 1 ? noun : plural.toLowerCase()}`;
}
