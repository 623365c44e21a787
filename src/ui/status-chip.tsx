import css from './status-chip.module.css';

/** The colours of every status and priority of the app. A value that is not here is grey. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'green',
  inactive: 'grey',
  prospect: 'blue',
  lead: 'violet',
  pending: 'orange',
  assigned: 'violet',
  in_progress: 'blue',
  on_hold: 'red',
  completed: 'green',
  cancelled: 'grey',
  low: 'green',
  medium: 'orange',
  high: 'red',
  urgent: 'alarm',
  draft: 'grey',
  sent: 'blue',
  accepted: 'green',
  rejected: 'red',
  expired: 'orange',
};

type Tone = 'green' | 'grey' | 'blue' | 'violet' | 'orange' | 'red' | 'alarm';

/** A status as a coloured chip that also says it in words. Plain markup: lists show hundreds of them. */
export function StatusChip({ status, label }: { readonly status: string; readonly label: string }) {
  return (
    <span className={css['chip']} data-tone={TONES[status] ?? 'grey'}>
      {label}
    </span>
  );
}
