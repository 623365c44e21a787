import css from './status-chip.module.css';
import { toneOf } from './tone.ts';

/** A status as a coloured chip that also says it in words. Plain markup: lists show hundreds of them. */
export function StatusChip({ status, label }: { readonly status: string; readonly label: string }) {
  return (
    <span className={css['chip']} data-tone={toneOf(status)}>
      {label}
    </span>
  );
}
