import css from './closing.module.css';
import wrap from './wrap.module.css';

export function Closing({ signIn }: { readonly signIn: string }) {
  return (
    <section aria-labelledby="closing-title" className={css['section']}>
      <div className={`${wrap['wrap']} ${css['row']}`}>
        <h2 id="closing-title" className={wrap['heading']}>
          Take it down the stairs on the next job.
        </h2>
        <div className={wrap['buttons']}>
          <a href={signIn} className={wrap['primary']}>
            Get Started
          </a>
          <button type="button" className={wrap['quiet']}>
            Contact Sales
          </button>
        </div>
      </div>
    </section>
  );
}
