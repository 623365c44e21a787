import { CLAIM_FACTS, linesBesideClaim, readClaim, readContact } from '../../domain/day/claim.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { Fact, Facts, OtherLines } from '../../ui/text/facts.tsx';
import { claimLabels } from '../../words/jobs.ts';
import css from './claim-facts.module.css';

interface Props {
  readonly title: string;
  /** The text that holds the claim. */
  readonly text: string;
}

/** Shows who pays and how to reach the adjuster; nothing if the text has no claim. */
export function ClaimFacts({ title, text }: Props) {
  const claim = readClaim(text);
  const others = linesBesideClaim(text);
  const known = CLAIM_FACTS.filter((fact) => claim[fact] !== '');
  const { name, phone, email } = readContact(claim.adjuster);
  if (known.length === 0 && others.length === 0) return null;
  return (
    <section aria-label={title} className={css['claim']}>
      <h2 className={css['title']}>{title}</h2>
      <ContactLinks phone={phone} email={email} address="" adjuster={name} />
      <Facts>
        {known.map((fact) => (
          <Fact key={fact} name={claimLabels[fact]}>
            {claim[fact]}
          </Fact>
        ))}
      </Facts>
      <OtherLines lines={others} />
    </section>
  );
}
