import { Link } from 'react-router-dom';
import { changeWords, STATE_WORDS } from '../../crud/change-words.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import type { Mutation } from '../../domain/mutation.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import css from './sync-centre.module.css';
import { useChangedRecord } from './use-changed-record.ts';

/** A change that goes to the server by itself. */
export function WaitingChange({ change }: { readonly change: Mutation }) {
  const { path } = useResourceView(change.resource);
  const { row, title } = useChangedRecord(change);
  return (
    <li className={css['change']}>
      <p className={css['title']}>{row ? <Link to={`${path}/${change.localId}`}>{title}</Link> : title}</p>
      <p className={css['what']}>
        {changeWords(change, resourceSpecs[change.resource].label)} · {STATE_WORDS[change.state]}
      </p>
    </li>
  );
}
