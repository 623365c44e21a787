import css from './resource-skeleton.module.css';

const ROWS = [70, 55, 80, 62, 74, 50, 66, 58];

/** Stands for rows that are on their way. `name` says in the plural what they will be. */
export function ResourceSkeleton({ name }: { readonly name: string }) {
  return (
    <div className={css['rows']} role="status" aria-label={`Loading ${name}`}>
      {ROWS.map((width) => (
        <div key={width} className={css['row']}>
          <span className={css['round']} />
          <span className={css['bar']} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
