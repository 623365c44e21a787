import { NavLink } from 'react-router-dom';
import { useResourceView } from '../../crud/resource-views.ts';
import { UserIcon } from '../../ui/icons.ts';
import { ProductMark } from '../../ui/product-mark.tsx';
import { frameWords } from '../../words/frame.ts';
import { productWords } from '../../words/start.ts';
import css from './nav.module.css';
import { NAV_BELOW, NAV_ENTRIES } from './nav-entries.ts';

interface Props {
  readonly username: string;
  /** The query of the work orders as they were left; undefined where they never were. */
  readonly remembered: string | undefined;
  /** Called when an entry was chosen. */
  readonly onChosen?: () => void;
}

/**
 * The side navigation: the same in the bar beside the page and in the drawer. To the work orders as they were left; at
 * first to the open ones.
 */
export function Nav({ username, remembered, onChosen }: Props) {
  const list = useResourceView('workOrders');
  const left = remembered === undefined ? (list.opening ?? '') : remembered && `?${remembered}`;
  return (
    <div className={css['nav']}>
      <div className={css['brand']}>
        <ProductMark size={32} />
        {productWords.name}
      </div>
      <nav aria-label={frameWords.main}>
        {[NAV_ENTRIES, NAV_BELOW].map((entries, place) => (
          <ul key={place} className={css['entries']}>
            {entries.map(({ path, title, Icon }) => (
              <li key={path}>
                <NavLink
                  to={path + (path === list.path ? left : '')}
                  className={css['entry'] ?? ''}
                  onClick={() => onChosen?.()}
                >
                  <Icon size={20} aria-hidden /> <span>{title}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <p className={css['user']}>
        <UserIcon size={20} stroke={1.5} aria-hidden /> <span>{username}</span>
      </p>
    </div>
  );
}
