import { featureWords } from '../../words/landing.ts';
import css from './features.module.css';
import { Shot, type ShotProps } from './hero.tsx';
import jobDark from './pictures/job-dark.webp';
import jobLight from './pictures/job-light.webp';
import moneyDark from './pictures/money-dark.webp';
import moneyLight from './pictures/money-light.webp';
import peopleDark from './pictures/people-dark.webp';
import peopleLight from './pictures/people-light.webp';
import wrap from './wrap.module.css';

interface Theme {
  readonly title: string;
  readonly shot: Pick<ShotProps, 'light' | 'dark' | 'alt'>;
  readonly areas: readonly { readonly name: string; readonly words: string }[];
}

const THEMES: readonly Theme[] = [
  {
    title: featureWords.job,
    shot: { light: jobLight, dark: jobDark, alt: featureWords.jobPicture },
    areas: [
      { name: featureWords.projects, words: featureWords.projectsHow },
      { name: featureWords.workOrders, words: featureWords.workOrdersHow },
    ],
  },
  {
    title: featureWords.money,
    shot: { light: moneyLight, dark: moneyDark, alt: featureWords.moneyPicture },
    areas: [
      { name: featureWords.estimates, words: featureWords.estimatesHow },
      { name: featureWords.finances, words: featureWords.financesHow },
    ],
  },
  {
    title: featureWords.people,
    shot: { light: peopleLight, dark: peopleDark, alt: featureWords.peoplePicture },
    areas: [
      { name: featureWords.customers, words: featureWords.customersHow },
      { name: featureWords.schedule, words: featureWords.scheduleHow },
    ],
  },
];

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={css.section}>
      <div className={wrap.wrap}>
        <h2 id="features-title" className={wrap.heading}>
          {featureWords.title}
        </h2>
        <p className={wrap.lead}>{featureWords.lead}</p>
        <div className={css.themes}>
          {THEMES.map(({ title, shot, areas }) => (
            <div key={title} className={css.theme}>
              <p className={css.title}>{title}</p>
              <div className={css.frame}>
                <Shot {...shot} width={390} height={520} className={css.shot} />
              </div>
              <div className={css.areas}>
                {areas.map(({ name, words }) => (
                  <div key={name} className={css.area}>
                    <h3 className={css.name}>{name}</h3>
                    <p className={css.words}>{words}</p>
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
