import { useMemo } from 'react';
import { readable } from '../../crud/readable.ts';
import { addressOf, addressText } from '../../domain/address.ts';
import type { Customer } from '../../domain/customer.ts';
import type { PaperSource } from '../../domain/papers/paper-parts.ts';
import { useSettings } from '../../records/company-settings.ts';
import { useReferenced } from '../../records/use-records.ts';

interface About {
  /** Its local or server id. */
  readonly customer: string | null;
  /** A record with the fields of an address, if it has a site. */
  readonly site: Readonly<Record<string, unknown>>;
  /** The document's date; '' for none. */
  readonly day: string;
}

/** Undefined until the settings and the customer are known. */
export function usePaperSource({ customer, site, day }: About): PaperSource | undefined {
  const settings = useSettings();
  const { row, complete } = useReferenced('customers', customer);
  const isKnown = customer === null || row !== undefined || complete;
  const where = addressText(addressOf(site));
  return useMemo(() => {
    if (!settings || !isKnown) return undefined;
    const [address_line_1 = '', address_line_2 = '', city = '', state = '', postal_code = ''] =
      where.split('\n');
    return {
      settings,
      customer: row ? (readable('customers', row.view) as Customer) : null,
      site: { address_line_1, address_line_2, city, state, postal_code },
      preparedBy: settings.myName.trim(),
      day,
    };
  }, [settings, isKnown, row, where, day]);
}
