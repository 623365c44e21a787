import css from './plans.module.css';
import wrap from './wrap.module.css';

const PLANS = [
  { name: 'Starter', dollars: 29, team: 'Up to 5 team members', popular: false },
  { name: 'Professional', dollars: 79, team: 'Up to 20 team members', popular: true },
  { name: 'Enterprise', dollars: 199, team: 'Unlimited team members', popular: false },
] as const;

export function Plans({ signIn }: { readonly signIn: string }) {
  return (
    <section id="plans" aria-labelledby="plans-title" className={css['section']}>
      <div className={wrap['wrap']}>
        <h2 id="plans-title" className={wrap['heading']}>
          Pay for the size of the crew.
        </h2>
        <p className={wrap['lead']}>
          Every plan is the whole app, on every phone and computer of the team. Only the number of people
          differs.
        </p>
        <ul className={css['plans']}>
          {PLANS.map(({ name, dollars, team, popular }) => (
            <li key={name} className={`${css['plan']} ${popular ? css['popular'] : ''}`}>
              <h3 className={css['name']}>
                {name}
                {popular && (
                  <>
                    {' '}
                    <span className={css['mark']}>Most Popular</span>
                  </>
                )}
              </h3>
              <p className={css['price']}>
                <span className={css['dollars']}>${dollars}</span>
                <span>/month</span>
              </p>
              <p className={css['team']}>{team}</p>
              <a href={signIn} className={`${popular ? wrap['primary'] : wrap['quiet']} ${css['choose']}`}>
                Choose {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
