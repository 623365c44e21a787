import type { ReactNode } from 'react';
import { addressLines, addressOf, type SiteAddress } from '../../domain/address.ts';
import type { Customer } from '../../domain/customer.ts';
import { CLAIM } from '../../domain/day/claim.ts';
import { paperSections } from '../../domain/day/paper-sections.ts';
import { sameLabel } from '../../domain/day/text-blocks.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { linesOf } from '../../domain/settings.ts';
import { useSettings } from '../../records/company-settings.ts';
import { useReferenced } from '../../records/use-records.ts';
import { claimWords } from '../../words/jobs.ts';
import { paperWords } from '../../words/record.ts';
import { readable } from '../readable.ts';
import { formatDay, useToday } from '../time.tsx';
import css from './paper.module.css';

interface PaperSheetProps {
  readonly heading: string;
  readonly facts: PaperFactList;
  /** The facts include the day of printing. */
  readonly dated?: boolean;
  readonly children: ReactNode;
}

export function Paper({ heading, facts, dated = false, children }: PaperSheetProps) {
  const today = useToday();
  return (
    <article>
      <div className={css.head}>
        <Letterhead />
        <div className={css.what}>
          <h1 className={css.heading}>{heading}</h1>
          <PaperFacts facts={facts} />
        </div>
      </div>
      {children}
      {!dated && <p className={css.printed}>{paperWords.printed({ day: formatDay(today) })}</p>}
    </article>
  );
}

function Letterhead() {
  const settings = useSettings();
  if (!settings) return null;
  const { companyLogo, companyName, companyAddress, companyPhone } = settings;
  const lines = [...linesOf(companyAddress), companyPhone.trim()].filter(Boolean);
  if (!companyLogo && companyName.trim() === '' && lines.length === 0) return null;
  return (
    <div className={css.letterhead}>
      {companyLogo && <img src={companyLogo} alt="" className={css.logo} />}
      <div>
        {companyName.trim() !== '' && <p className={css.company}>{companyName.trim()}</p>}
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and two may be the same
          <p key={index}>{line}</p>
        ))}
      </div>
    </div>
  );
}

/** Null and blank values are not printed. */
type PaperFactList = readonly (readonly [name: string, value: ReactNode])[];

interface PaperFactsProps {
  readonly facts: PaperFactList;
  /** 'short' fits into a corner. 'sums' aligns amounts, of which the last is the total. */
  readonly as?: 'short' | 'wide' | 'sums';
}

export function PaperFacts({ facts, as = 'short' }: PaperFactsProps) {
  const known = facts.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={css[as]}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function PaperSection({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={css.text}>
      <h2 className={css.label}>{heading}</h2>
      {children}
    </section>
  );
}

interface PaperTextProps {
  readonly heading: string;
  readonly text: string;
}

/** Prints each block of a text under its own heading. Leaves out the company's internal notes. */
export function PaperText({ heading, text }: PaperTextProps) {
  return paperSections(text).map(({ name, text: said }) => (
    <PaperSection key={name} heading={headingOf(name) ?? heading}>
      {said.split(/\n\s*\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name, and two may be the same
        <p key={index}>{paragraph}</p>
      ))}
    </PaperSection>
  ));
}

function headingOf(name: string | null): string | null {
  return name !== null && sameLabel(name, CLAIM) ? claimWords.title : name;
}

interface PartiesProps {
  readonly customer: string | null;
  /** 'Bill to'. */
  readonly role: string;
  /** Address of the job. If blank, the customer's address is used. */
  readonly site?: SiteAddress;
  readonly phone?: boolean;
}

export function Parties({ customer, role, site, phone = false }: PartiesProps) {
  const { row } = useReferenced('customers', customer);
  const known = row && (readable('customers', row.view) as Customer);
  const address = known ? addressLines(known) : [];
  const there = site ? addressLines(addressOf(site)) : [];
  const same = site && (there.length === 0 || there.join('\n') === address.join('\n'));
  const lines = known ? [...namesOf(known), ...(phone ? [known.phone.trim()] : [])] : [];
  const blocks: readonly (readonly [string, readonly string[]])[] = site
    ? [
        [role, [...lines, ...(same ? [] : address)]],
        [paperWords.site, same ? address : there],
      ]
    : [[role, [...lines, ...address]]];
  return (
    <div className={css.parties}>
      {blocks
        .map(([heading, all]) => [heading, all.filter(Boolean)] as const)
        .filter(([, all]) => all.length > 0)
        .map(([heading, all]) => (
          <section key={heading}>
            <h2 className={css.label}>{heading}</h2>
            {all.map((line, place) => (
              <p key={place} className={css.line}>
                {line}
              </p>
            ))}
          </section>
        ))}
    </div>
  );
}

function namesOf(customer: Customer): string[] {
  return [...new Set([resourceSpecs.customers.title(customer), customer.company_name.trim()])];
}
