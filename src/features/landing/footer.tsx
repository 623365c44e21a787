import type { MouseEvent } from 'react';
import { footerWords as words } from '../../words/landing.ts';
import { productWords } from '../../words/start.ts';
import css from './footer.module.css';
import wrap from './wrap.module.css';

const GROUPS = [
  { title: words.product, links: [words.overview, words.integrations, words.releases] },
  { title: words.support, links: [words.help, words.training, words.status] },
  { title: words.company, links: [words.about, words.careers, words.press] },
  { title: words.legal, links: [words.privacy, words.terms, words.security] },
] as const;

export function Footer() {
  return (
    <footer className={css['footer']}>
      <div className={`${wrap['wrap']} ${css['columns']}`}>
        <p className={css['product']}>{productWords.name}</p>
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
