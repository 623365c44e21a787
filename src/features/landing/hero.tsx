import css from './hero.module.css';
import phoneDark from './pictures/phone-dark.webp';
import phoneLight from './pictures/phone-light.webp';
import wideDark from './pictures/wide-dark.webp';
import wideLight from './pictures/wide-light.webp';
import { Shot } from './shot.tsx';
import wrap from './wrap.module.css';

export function Hero({ signIn }: { readonly signIn: string }) {
  return (
    <div className={css['hero']}>
      <div className={`${wrap['wrap']} ${css['columns']}`}>
        <div className={css['words']}>
          <h1 className={css['title']}>The restoration CRM that works in the basement.</h1>
          <p className={css['lead']}>
            Customers, projects, estimates and work orders on the phone of whoever is on site. They open and
            save with no signal at all, and every change goes out once, as soon as there is one.
          </p>
          <div className={wrap['buttons']}>
            <a href={signIn} className={wrap['primary']}>
              Start Free Trial
            </a>
            <button type="button" className={wrap['quiet']}>
              Watch Demo
            </button>
          </div>
          <p className={css['claim']}>
            <strong>500+ companies</strong> run their jobs on it.
          </p>
        </div>
        <div className={css['shots']}>
          <Shot
            light={wideLight}
            dark={wideDark}
            width={1280}
            height={800}
            alt="The list of projects on a computer, each with its customer, status, priority and budget."
            className={css['wide']}
          />
          <Shot
            light={phoneLight}
            dark={phoneDark}
            width={390}
            height={720}
            alt="Work orders on a phone without a connection: one has just been changed and is marked as waiting to sync."
            className={css['phone']}
            first
          />
        </div>
      </div>
    </div>
  );
}
