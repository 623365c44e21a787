import type { MouseEvent } from 'react';
import { PRODUCT } from '../../ui/text/page-title.ts';
import css from './footer.module.css';
import wrap from './wrap.module.css';

const GROUPS = [
  { title: 'Product', links: ['Overview', 'Integrations', 'Release notes'] },
  { title: 'Support', links: ['Help center', 'Training', 'Service status'] },
  { title: 'Company', links: ['About us', 'Careers', 'Press'] },
  { title: 'Legal', links: ['Privacy', 'Terms of use', 'Security'] },
] as const;

export function Footer() {
  return (
    <footer className={css['footer']}>
      <div className={`${wrap['wrap']} ${css['columns']}`}>
        <p className={css['product']}>{PRODUCT}</p>
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={css['title']}>{title}</h2>
            <ul className={css['links']}>
              {links.map((name) => (
                <li key={name}>
                  <a href="#" className={css['link']} onClick={stay}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}

/** There is nothing behind these links yet: the address and the place on the page stay as they are. */
function stay(event: MouseEvent): void {
  event.preventDefault();
}
