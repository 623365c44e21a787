import { CLAIM_FACTS, type Claim, readContact } from '../../domain/day/claim.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { claimLabels } from '../../words/claim.ts';
import css from './claim-facts.module.css';

interface Props {
  readonly title: string;
  readonly claim: Claim;
}

/** Who pays, and how to reach the adjuster; nothing where the text tells of no claim. */
export function ClaimFacts({ title, claim }: Props) {
  const known = CLAIM_FACTS.filter((fact) => claim[fact] !== '');
  const { phone, email } = readContact(claim.adjuster);
  if (known.length === 0) return null;
  return (
    <section aria-label={title} className={css['claim']}>
      <h2 className={css['title']}>{title}</h2>
      <ContactLinks phone={phone} email={email} address="" />
      <Facts>
        {known.map((fact) => (
          <Fact key={fact} name={claimLabels[fact]}>
            {claim[fact]}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
