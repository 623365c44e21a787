import { ProductMark } from '../../ui/product-mark.tsx';
import { landingWords } from '../../words/landing.ts';
import { productWords } from '../../words/start.ts';
import css from './header.module.css';
import wrap from './wrap.module.css';

const SECTIONS = [
  ['#without-signal', landingWords.withoutSignal],
  ['#features', landingWords.whatItDoes],
  ['#plans', landingWords.plans],
] as const;

export function Header({ signIn }: { readonly signIn: string }) {
  return (
    <header className={css['header']}>
      <div className={`${wrap['wrap']} ${css['row']}`}>
        <p className={css['product']}>
          <ProductMark size={32} />
          {productWords.name}
        </p>
        <nav aria-label={landingWords.sections} className={css['sections']}>
          {SECTIONS.map(([href, name]) => (
            <a key={href} href={href} className={css['section']}>
              {name}
            </a>
          ))}
        </nav>
        <a href={signIn} className={css['signIn']}>
          {landingWords.signIn}
        </a>
        <a href={signIn} className={`${wrap['primary']} ${css['start']}`}>
          {landingWords.getStarted}
        </a>
      </div>
    </header>
  );
}
