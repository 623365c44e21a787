import { usePageTitle } from '../../ui/text/page-title.ts';
import { landingWords } from '../../words/landing.ts';
import { Closing } from './closing.tsx';
import { Features } from './features.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Hero } from './hero.tsx';
import css from './landing-screen.module.css';
import { Plans } from './plans.tsx';
import { Voices } from './voices.tsx';
import { WithoutSignal } from './without-signal.tsx';

export interface LandingScreenProps {
  /** Address of the login screen. */
  readonly signIn: string;
  /** Whether a screen was asked for that only somebody who is signed in may see. */
  readonly asked: boolean;
}

/** / for whoever is not signed in. Needs React and nothing else of the app. */
export default function LandingScreen({ signIn, asked }: LandingScreenProps) {
  usePageTitle(landingWords.title);
  return (
    <div className={css['page']}>
      {/* Absolute, or it counts for nothing; the host is known only here. */}
      <link rel="canonical" href={new URL('/', location.href).href} />
      <Header signIn={signIn} />
      <main tabIndex={-1} className={css['main']}>
        {asked && (
          <p className={css['asked']}>
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
