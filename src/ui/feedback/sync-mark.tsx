import { syncMarkWords } from '../../words/frame.ts';
import { AttentionIcon, WaitingIcon } from '../icons.ts';
import css from './sync-mark.module.css';

interface Props {
  readonly mark: 'synced' | 'waiting' | 'attention';
}

/** Says that a record's latest change is not on the server yet, or that a person must look at it. */
export function SyncMark({ mark }: Props) {
  if (mark === 'synced') return null;
  const Icon = mark === 'waiting' ? WaitingIcon : AttentionIcon;
  return (
    <span className={css['mark']} data-mark={mark}>
      <Icon size={14} aria-hidden />
      <span>{syncMarkWords[mark]}</span>
    </span>
  );
}
