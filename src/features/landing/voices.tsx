import { voiceWords } from '../../words/landing.ts';
import css from './voices.module.css';
import wrap from './wrap.module.css';

const VOICES = [
  { words: voiceWords.whitfield, name: voiceWords.whitfieldName, role: voiceWords.whitfieldRole },
  { words: voiceWords.oyelaran, name: voiceWords.oyelaranName, role: voiceWords.oyelaranRole },
  { words: voiceWords.castellano, name: voiceWords.castellanoName, role: voiceWords.castellanoRole },
] as const;

export function Voices() {
  return (
    <section id="voices" aria-labelledby="voices-title" className={css['section']}>
      <div className={wrap['wrap']}>
        <h2 id="voices-title" className={wrap['heading']}>
          {voiceWords.title}
        </h2>
        <div className={css['voices']}>
          {VOICES.map(({ words, name, role }) => (
            <figure key={name} className={css['voice']}>
              <blockquote className={css['quote']}>
                <p className={css['words']}>{words}</p>
              </blockquote>
              <figcaption className={css['who']}>
                <span className={css['name']}>{name}</span>
                {role}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
