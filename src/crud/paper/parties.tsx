import { addressLines, addressOf, type SiteAddress } from '../../domain/address.ts';
import type { Customer } from '../../domain/customer.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useReferenced } from '../../records/use-records.ts';
import { paperWords } from '../../words/record.ts';
import { readable } from '../readable.ts';
import css from './paper.module.css';

interface Props {
  /** Reference to the customer. */
  readonly customer: string | null;
  /** What the customer is on this document: 'Bill to'. */
  readonly role: string;
  /** Where the job is, for documents that lead there: where it is blank, that is the customer's address. */
  readonly site?: SiteAddress;
  /** With the telephone number, for whoever goes there. */
  readonly phone?: boolean;
}

/** Whom a document is for, and where the job is. A customer that this device does not know is left out. */
export function Parties({ customer, role, site, phone = false }: Props) {
  const { row } = useReferenced('customers', customer);
  const known = row && (readable('customers', row.view) as Customer);
  const address = known ? addressLines(known) : [];
  const there = site ? addressLines(addressOf(site)) : [];
  // One address is printed once.
  const same = site && (there.length === 0 || there.join('\n') === address.join('\n'));
  const lines = known ? [...namesOf(known), ...(phone ? [known.phone.trim()] : [])] : [];
  const blocks: readonly (readonly [string, readonly string[]])[] = site
    ? [
        [role, [...lines, ...(same ? [] : address)]],
        [paperWords.site, same ? address : there],
      ]
    : [[role, [...lines, ...address]]];
  return (
    <div className={css['parties']}>
      {blocks
        .map(([heading, all]) => [heading, all.filter(Boolean)] as const)
        .filter(([, all]) => all.length > 0)
        .map(([heading, all]) => (
          <section key={heading}>
            <h2 className={css['label']}>{heading}</h2>
            {all.map((line, place) => (
              <p key={place} className={css['line']}>
                {line}
              </p>
            ))}
          </section>
        ))}
    </div>
  );
}

/** The person and the company, or whatever the customer is called. */
function namesOf(customer: Customer): string[] {
  return [...new Set([resourceSpecs.customers.title(customer), customer.company_name.trim()])];
}
