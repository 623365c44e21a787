import { planWords } from '../../words/landing.ts';
import css from './plans.module.css';
import wrap from './wrap.module.css';

const PLANS = [
  { name: planWords.starter, dollars: 29, team: planWords.starterTeam, popular: false },
  { name: planWords.professional, dollars: 79, team: planWords.professionalTeam, popular: true },
  { name: planWords.enterprise, dollars: 199, team: planWords.enterpriseTeam, popular: false },
] as const;

export function Plans({ signIn }: { readonly signIn: string }) {
  return (
    <section id="plans" aria-labelledby="plans-title" className={css.section}>
      <div className={wrap.wrap}>
        <h2 id="plans-title" className={wrap.heading}>
          {planWords.title}
        </h2>
        <p className={wrap.lead}>{planWords.lead}</p>
        <ul className={css.plans}>
          {PLANS.map(({ name, dollars, team, popular }) => (
            <li key={name} className={`${css.plan} ${popular ? css.popular : ''}`}>
              <h3 className={css.name}>
                {name}
                {popular && (
                  <>
                    {' '}
                    <span className={css.mark}>{planWords.popular}</span>
                  </>
                )}
              </h3>
              <p className={css.price}>
                <span className={css.dollars}>${dollars}</span>
                <span>{planWords.perMonth}</span>
              </p>
              <p className={css.team}>{team}</p>
              <a href={signIn} className={`${popular ? wrap.primary : wrap.quiet} ${css.choose}`}>
                {planWords.choose({ plan: name })}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
