import { landingWords } from '../../words/landing.ts';
import css from './closing.module.css';
import wrap from './wrap.module.css';

export function Closing({ signIn }: { readonly signIn: string }) {
  return (
    <section aria-labelledby="closing-title" className={css['section']}>
      <div className={`${wrap['wrap']} ${css['row']}`}>
        <h2 id="closing-title" className={wrap['heading']}>
          {landingWords.closing}
        </h2>
        <div className={wrap['buttons']}>
          <a href={signIn} className={wrap['primary']}>
            {landingWords.getStarted}
          </a>
          <button type="button" className={wrap['quiet']}>
            {landingWords.contactSales}
          </button>
        </div>
      </div>
    </section>
  );
}
