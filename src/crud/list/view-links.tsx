import { Link, useLocation } from 'react-router-dom';
import { viewLinkWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import css from './view-links.module.css';

interface Props {
  readonly view: ResourceView;
  /** The query with which the list opens. Not needed on the list itself. */
  readonly query?: string;
}

/** Leads from a list to another screen of the same records, and back. */
export function ViewLinks({ view: { path, otherView }, query = '' }: Props) {
  const { pathname, search } = useLocation();
  if (!otherView) return null;
  const isList = pathname === path;
  return (
    <nav aria-label={viewLinkWords.views} className={css.links} data-no-print>
      <Link
        to={path + (isList ? search : query)}
        className={css.link}
        aria-current={isList ? 'page' : undefined}
      >
        {viewLinkWords.list}
      </Link>
      <Link to={otherView.path} className={css.link} aria-current={isList ? undefined : 'page'}>
        {otherView.label}
      </Link>
    </nav>
  );
}
