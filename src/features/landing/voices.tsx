import css from './voices.module.css';
import wrap from './wrap.module.css';

const VOICES = [
  {
    words:
      'Two floors under a hotel there is nothing, no bars at all. My techs write the work order down there anyway, and I have it before they are back at the truck.',
    name: 'Dana Whitfield',
    role: 'Project manager, Whitfield Water & Fire',
  },
  {
    words: 'I used to ask every evening who still had what on which phone. Now the app says how many wait.',
    name: 'Marcus Oyelaran',
    role: 'Operations, Gulfside Restoration',
  },
  {
    words: 'The total is right to the cent and the adjuster has stopped calling me about it.',
    name: 'Ruth Castellano',
    role: 'Estimator, Three Rivers Drying',
  },
] as const;

export function Voices() {
  return (
    <section id="voices" aria-labelledby="voices-title" className={css['section']}>
      <div className={wrap['wrap']}>
        <h2 id="voices-title" className={wrap['heading']}>
          From crews that work below street level.
        </h2>
        <div className={css['voices']}>
          {VOICES.map(({ words, name, role }) => (
            <figure key={name} className={css['voice']}>
              <blockquote className={css['quote']}>
                <p className={css['words']}>“{words}”</p>
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
