import { listWords } from '../../words/list.ts';
import css from './resource-skeleton.module.css';

/** Widths of the first two facts of a row, in percent of their room. */
const ROWS = [
  [70, 90],
  [55, 62],
  [80, 75],
  [62, 84],
  [74, 58],
  [50, 80],
  [66, 70],
  [58, 66],
] as const;

/** Stands for rows that are on their way, as high as they will be. `name` says in the plural what they will be. */
export function ResourceSkeleton({ name }: { readonly name: string }) {
  return (
    <div className={css['rows']} role="status" aria-label={listWords.loading({ nouns: name })}>
      {ROWS.map(([first, second]) => (
        <div key={first} className={css['row']}>
          <span className={css['round']} />
          <span className={css['bars']}>
            <span className={css['bar']} style={{ width: `${first}%` }} />
            <span className={css['bar']} style={{ width: `${second}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}
