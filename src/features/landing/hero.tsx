import { useState } from 'react';
import { landingWords } from '../../words/landing.ts';
import css from './hero.module.css';
import phoneDark from './pictures/phone-dark.webp';
import phoneLight from './pictures/phone-light.webp';
import wideDark from './pictures/wide-dark.webp';
import wideLight from './pictures/wide-light.webp';
import wrap from './wrap.module.css';

export function Hero({ signIn }: { readonly signIn: string }) {
  return (
    <div className={css.hero}>
      <div className={`${wrap.wrap} ${css.columns}`}>
        <div className={css.words}>
          <h1 className={css.title}>{landingWords.headline}</h1>
          <p className={css.lead}>{landingWords.lead}</p>
          <div className={wrap.buttons}>
            <a href={signIn} className={wrap.primary}>
              {landingWords.freeTrial}
            </a>
            <button type="button" className={wrap.quiet}>
              {landingWords.watchDemo}
            </button>
          </div>
          <p className={css.claim}>
            <strong>{landingWords.companies}</strong> {landingWords.runTheirJobs}
          </p>
        </div>
        <div className={css.shots}>
          <Shot
            light={wideLight}
            dark={wideDark}
            width={1280}
            height={800}
            alt={landingWords.widePicture}
            className={css.wide}
          />
          <Shot
            light={phoneLight}
            dark={phoneDark}
            width={390}
            height={720}
            alt={landingWords.phonePicture}
            className={css.phone}
            first
          />
        </div>
      </div>
    </div>
  );
}

export interface ShotProps {
  readonly light: string;
  readonly dark: string;
  readonly alt: string;
  /** In CSS pixels of the pictured app. */
  readonly width: number;
  readonly height: number;
  readonly className?: string | undefined;
  /** Visible on a phone without scrolling. */
  readonly first?: boolean;
}

export function Shot({ light, dark, alt, width, height, className = '', first = false }: ShotProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={dark} />
      <img
        src={light}
        alt={alt}
        width={width}
        height={height}
        className={`${css.shot} ${className}`}
        data-missing={isMissing || undefined}
        onLoad={() => setMissing(false)}
        onError={() => setMissing(true)}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
