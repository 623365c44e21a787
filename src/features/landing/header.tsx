import { ProductMark } from '../../ui/product-mark.tsx';
import { PRODUCT } from '../../ui/text/page-title.ts';
import css from './header.module.css';
import wrap from './wrap.module.css';

const SECTIONS = [
  ['#without-signal', 'Without signal'],
  ['#features', 'What it does'],
  ['#plans', 'Plans'],
] as const;

export function Header({ signIn }: { readonly signIn: string }) {
  return (
    <header className={css['header']}>
      <div className={`${wrap['wrap']} ${css['row']}`}>
        <p className={css['product']}>
          <ProductMark size={32} />
          {PRODUCT}
        </p>
        <nav aria-label="On this page" className={css['sections']}>
          {SECTIONS.map(([href, name]) => (
            <a key={href} href={href} className={css['section']}>
              {name}
            </a>
          ))}
        </nav>
        <a href={signIn} className={css['signIn']}>
          Sign In
        </a>
        <a href={signIn} className={`${wrap['primary']} ${css['start']}`}>
          Get Started
        </a>
      </div>
    </header>
  );
}
