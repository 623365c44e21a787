import { addressLines, addressOf } from '../../domain/address.ts';
import { readText } from '../../domain/field.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { type RecordRow, useReferenced } from '../../records/use-records.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { readable } from '../readable.ts';

interface Props {
  readonly resource: ResourceName;
  /** Whom to reach: a reference. */
  readonly id: string | null;
  /** Where to go: a site's address in one line. Where it is blank, one goes to whom one reaches. */
  readonly address: string;
  /** A way that is left out, where there is little room. */
  readonly without?: 'email';
}

/** Ways to reach the record that is referred to, and the site of the one that refers. */
export function JobContact({ resource, id, address, without }: Props) {
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
