import css from './readings.module.css';

interface Props {
  readonly was: readonly string[];
  readonly now: string;
  /** For screen readers, most of which do not say what is struck through. */
  readonly said: string;
}

/** Shows old values struck through, before the new one. */
export function Struck({ was, now, said }: Props) {
  return (
    <>
      <span className={css.unseen}>{said}</span>
      <span aria-hidden>
        {was.map((value, place) => (
          <del key={place} className={css.was}>
            {value}
          </del>
        ))}
        <b>{now}</b>
      </span>
    </>
  );
}
