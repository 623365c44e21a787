import type { MouseEvent } from 'react';
import { ProductMark, usePageTitle } from '../../ui/product.tsx';
import { landingWords, voiceWords, footerWords as words } from '../../words/landing.ts';
import { productWords } from '../../words/start.ts';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import css from './landing-screen.module.css';
import { Plans } from './plans.tsx';
import { WithoutSignal } from './without-signal.tsx';
import wrap from './wrap.module.css';

export interface LandingScreenProps {
  readonly signIn: string;
  /** True if the visitor asked for a screen of the app. */
  readonly asked: boolean;
}

/** Needs only React, so visitors do not download the app. */
export default function LandingScreen({ signIn, asked }: LandingScreenProps) {
  usePageTitle(landingWords.title);
  return (
    <div className={css.page}>
      {/* The address must be absolute, and the host is known only at run time. */}
      <link rel="canonical" href={new URL('/', location.href).href} />
      <Header signIn={signIn} />
      <main tabIndex={-1} className={css.main}>
        {asked && (
          <p className={css.asked}>
            <span>
              <a href={signIn}>{landingWords.askedSignIn}</a> {landingWords.askedWhy}
            </span>
          </p>
        )}
        <Hero signIn={signIn} />
        <WithoutSignal />
        <Features />
        <Voices />
        <Plans signIn={signIn} />
        <Closing signIn={signIn} />
      </main>
      <Footer />
    </div>
  );
}

const SECTIONS = [
  ['#without-signal', landingWords.withoutSignal],
  ['#features', landingWords.whatItDoes],
  ['#plans', landingWords.plans],
] as const;

export function Header({ signIn }: { readonly signIn: string }) {
  return (
    <header className={css.header}>
      <div className={`${wrap.wrap} ${css.row}`}>
        <p className={css.product}>
          <ProductMark size={32} />
          {productWords.name}
        </p>
        <nav aria-label={landingWords.sections} className={css.sections}>
          {SECTIONS.map(([href, name]) => (
            <a key={href} href={href} className={css.section}>
              {name}
            </a>
          ))}
        </nav>
        <a href={signIn} className={css.signIn}>
          {landingWords.signIn}
        </a>
        <a href={signIn} className={`${wrap.primary} ${css.start}`}>
          {landingWords.getStarted}
        </a>
      </div>
    </header>
  );
}

const VOICES = [
  { words: voiceWords.whitfield, name: voiceWords.whitfieldName, role: voiceWords.whitfieldRole },
  { words: voiceWords.oyelaran, name: voiceWords.oyelaranName, role: voiceWords.oyelaranRole },
  { words: voiceWords.castellano, name: voiceWords.castellanoName, role: voiceWords.castellanoRole },
] as const;

export function Voices() {
  return (
    <section id="voices" aria-labelledby="voices-title" className={css.voicesSection}>
      <div className={wrap.wrap}>
        <h2 id="voices-title" className={wrap.heading}>
          {voiceWords.title}
        </h2>
        <div className={css.voices}>
          {VOICES.map(({ words, name, role }) => (
            <figure key={name} className={css.voice}>
              <blockquote className={css.quote}>
                <p className={css.words}>{words}</p>
              </blockquote>
              <figcaption className={css.who}>
                <span className={css.name}>{name}</span>
                {role}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}

export function Closing({ signIn }: { readonly signIn: string }) {
  return (
    <section aria-labelledby="closing-title" className={css.closingSection}>
      <div className={`${wrap.wrap} ${css.closingRow}`}>
        <h2 id="closing-title" className={wrap.heading}>
          {landingWords.closing}
        </h2>
        <div className={wrap.buttons}>
          <a href={signIn} className={wrap.primary}>
            {landingWords.getStarted}
          </a>
          <button type="button" className={wrap.quiet}>
            {landingWords.contactSales}
          </button>
        </div>
      </div>
    </section>
  );
}

const GROUPS = [
  { title: words.product, links: [words.overview, words.integrations, words.releases] },
  { title: words.support, links: [words.help, words.training, words.status] },
  { title: words.company, links: [words.about, words.careers, words.press] },
  { title: words.legal, links: [words.privacy, words.terms, words.security] },
] as const;

export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={`${wrap.wrap} ${css.columns}`}>
        <p className={css.footerProduct}>{productWords.name}</p>
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={css.title}>{title}</h2>
            <ul className={css.links}>
              {links.map((name) => (
                <li key={name}>
                  <a href="#" className={css.link} onClick={stay}>
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

/** The pages behind these links do not exist yet. */
function stay(event: MouseEvent): void {
  event.preventDefault();
}
