import { addressLines, addressOf } from '../../domain/address.ts';
import { CLAIM_FACTS, linesBesideClaim, readClaim, readContact } from '../../domain/day/claim.ts';
import { readText } from '../../domain/field.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { type RecordRow, useReferenced } from '../../records/use-records.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { Fact, Facts, OtherLines } from '../../ui/text/facts.tsx';
import { claimLabels } from '../../words/jobs.ts';
import { readable } from '../readable.ts';
import css from './contact-facts.module.css';

interface ClaimFactsProps {
  readonly title: string;
  readonly text: string;
}

/** Renders nothing for a text without a claim. */
export function ClaimFacts({ title, text }: ClaimFactsProps) {
  const claim = readClaim(text);
  const others = linesBesideClaim(text);
  const known = CLAIM_FACTS.filter((fact) => claim[fact] !== '');
  const { name, phone, email } = readContact(claim.adjuster);
  if (known.length === 0 && others.length === 0) return null;
  return (
    <section aria-label={title} className={css.claim}>
      <h2 className={css.title}>{title}</h2>
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

interface JobContactProps {
  readonly resource: ResourceName;
  readonly id: string | null;
  /** The site in one line. If blank, the directions lead to the record's own address. */
  readonly address: string;
  readonly without?: 'email';
}

export function JobContact({ resource, id, address, without }: JobContactProps) {
  const { row }: { row: RecordRow<Fields> | undefined } = useReferenced(resource, id);
  const theirs = row ? addressLines(addressOf(readable(resource, row.view))) : [];
  return (
    <ContactLinks
      phone={readText(row?.view['phone'])}
      email={without === 'email' ? '' : readText(row?.view['email'])}
      address={address || theirs.join(', ')}
    />
  );
}
