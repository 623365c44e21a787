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
  readonly isCard?: boolean;
}

/** Renders nothing for a text without a claim. */
export function ClaimFacts({ title, text, isCard = false }: ClaimFactsProps) {
  const claim = readClaim(text);
  const others = linesBesideClaim(text);
  const known = CLAIM_FACTS.filter((fact) => claim[fact] !== '');
  const { name, phone, email } = readContact(claim.adjuster);
  if (known.length === 0 && others.length === 0) return null;
  return (
    <section aria-label={title} className={isCard ? css.card : css.claim}>
      <h2 className={css.title}>{title}</h2>
      <ContactLinks phone={phone} email={email} address="" adjuster={name} />
      <Facts>
        {known.map((fact) => (
          <Fact key={fact} name={claimLabels[fact]} wide={fact === 'adjuster'}>
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
  /**
   * The site on one line. If blank, the directions lead to the record's own address. If absent, there are no
   * directions.
   */
  readonly address?: string;
  readonly without?: 'email';
  readonly isLarge?: boolean;
}

export function JobContact({ resource, id, address, without, isLarge }: JobContactProps) {
  const { row }: { row: RecordRow<Fields> | undefined } = useReferenced(resource, id);
  const theirs = row ? addressLines(addressOf(readable(resource, row.view))) : [];
  return (
    <ContactLinks
      isLarge={isLarge}
      phone={readText(row?.view['phone'])}
      email={without === 'email' ? '' : readText(row?.view['email'])}
      address={address === '' ? theirs.join(', ') : (address ?? '')}
    />
  );
}
