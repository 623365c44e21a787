import css from './features.module.css';
import jobDark from './pictures/job-dark.webp';
import jobLight from './pictures/job-light.webp';
import moneyDark from './pictures/money-dark.webp';
import moneyLight from './pictures/money-light.webp';
import peopleDark from './pictures/people-dark.webp';
import peopleLight from './pictures/people-light.webp';
import { Shot, type ShotProps } from './shot.tsx';
import wrap from './wrap.module.css';

interface Theme {
  readonly title: string;
  readonly shot: Pick<ShotProps, 'light' | 'dark' | 'alt'>;
  readonly areas: readonly { readonly name: string; readonly words: string }[];
}

const THEMES: readonly Theme[] = [
  {
    title: 'The job',
    shot: {
      light: jobLight,
      dark: jobDark,
      alt: 'A project on a phone: status, priority, customer, cost and address, with buttons to call, text, write and get directions.',
    },
    areas: [
      {
        name: 'Project management',
        words:
          'One record for each loss: its type, status, priority, budget and dates, and whatever else you have done for that customer below it.',
      },
      {
        name: 'Work order management',
        words:
          'What is to be done, where, and how urgent. Numbers are assigned for you, and the address opens in the phone’s map.',
      },
    ],
  },
  {
    title: 'The money',
    shot: {
      light: moneyLight,
      dark: moneyDark,
      alt: 'Estimates on a phone, each with its number, status, total amount and last valid day.',
    },
    areas: [
      {
        name: 'Estimates and invoicing',
        words:
          'Subtotal, tax and total, worked out to the cent and followed from draft to accepted. Invoice from the accepted figures; the invoice itself stays in your accounting.',
      },
      {
        name: 'Financial tracking',
        words:
          'A budget on each project, an amount on each estimate, and the sum of both for each customer. Five reports sum it up, and every record exports to a spreadsheet.',
      },
    ],
  },
  {
    title: 'The people',
    shot: {
      light: peopleLight,
      dark: peopleDark,
      alt: 'A customer on a phone: type and status, buttons to get in touch, e-mail address and phone number.',
    },
    areas: [
      {
        name: 'Customer management',
        words:
          'Homeowners, property managers, businesses and insurers in one book. Call, text, write or drive there from the record.',
      },
      {
        name: 'Scheduling and calendar',
        words:
          'Each work order has its scheduled date, and the dashboard shows what comes next. There is no calendar view yet: sort the list by date for the whole week.',
      },
    ],
  },
];

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={css['section']}>
      <div className={wrap['wrap']}>
        <h2 id="features-title" className={wrap['heading']}>
          The whole job, in one place.
        </h2>
        <p className={wrap['lead']}>
          Four kinds of record that know each other, for water, fire, mold, storm, smoke and biohazard work.
        </p>
        <div className={css['themes']}>
          {THEMES.map(({ title, shot, areas }) => (
            <div key={title} className={css['theme']}>
              <p className={css['title']}>{title}</p>
              <div className={css['frame']}>
                <Shot {...shot} width={390} height={520} className={css['shot']} />
              </div>
              <div className={css['areas']}>
                {areas.map(({ name, words }) => (
                  <div key={name} className={css['area']}>
                    <h3 className={css['name']}>{name}</h3>
                    <p className={css['words']}>{words}</p>
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
