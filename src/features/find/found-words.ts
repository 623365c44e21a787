import { readable, titleOf } from '../../crud/readable.ts';
import { useAllResourceViews } from '../../crud/resource-view.ts';
import { formatDay, useDates } from '../../crud/time.tsx';
import { addressOf, cityAndState } from '../../domain/address.ts';
import { lineWith } from '../../domain/find/fact-texts.ts';
import type { DateForms } from '../../domain/plain-date.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { digitsOf, plainText, type SearchTerms } from '../../domain/search-text.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import type { FoundOption } from './find-option.ts';

export interface FoundWords {
  readonly title: string;
  readonly facts: readonly string[];
  /** The line that was found, if the others do not show it. */
  readonly why: string | null;
  readonly status: string;
}

/** Returns a function that says what is shown of a found record. */
export function useFoundWords(): (found: FoundOption, ways: readonly SearchTerms[]) => FoundWords {
  const { collections } = useRecordServices();
  const views = useAllResourceViews();
  const dates = useDates('workOrders');
  const customerOf = (fields: Fields): Fields | null => {
    const id = fields['customer'];
    const customer = typeof id === 'string' ? collections.customers.find(id) : undefined;
    return customer ? readable('customers', customer.view) : null;
  };
  return ({ resource, row, fact }, ways) => {
    const fields = readable(resource, row.view);
    const view = views.find((one) => one.resource === resource);
    const customer = customerOf(fields);
    const title = titleOf(resource, fields);
    const last = view?.headline ?? view?.amount;
    const facts = [
      customer ? titleOf('customers', customer) : '',
      text(fields['phone']),
      text(fields['company_name']),
      placeOf(fields),
      last === undefined ? '' : valueText(resource, { field: last, value: fields[last] ?? null, dates }),
    ].filter((one) => one !== '' && one !== title);
    const shown = plainText([title, ...facts, digitsOf(fields['phone'])].join('\n'));
    const isShown = ways.some((way) => way.every((term) => shown.includes(term)));
    const hidden = ways.flat().filter((term) => !shown.includes(term));
    const why = isShown ? null : (fact ?? lineWith(linesOf(resource, fields, customer), hidden));
    return { title, facts, why, status: text(fields['status']) };
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function placeOf(fields: Fields): string {
  const address = addressOf(fields);
  return [address.address_line_1.trim(), cityAndState(address)].filter(Boolean).join(', ');
}

interface Value {
  readonly field: string;
  readonly value: Fields[string];
  readonly dates: DateForms;
}

function valueText(resource: ResourceName, { field, value, dates }: Value): string {
  if (specOf(resource).fields[field]?.type === 'money')
    return typeof value === 'number' ? formatMoney(value) : '';
  return typeof value === 'string' && value !== '' ? formatDay(value, dates) : '';
}

/** The lines of the search texts. A line of a phone number's digits also has the number as it was written. */
function linesOf(resource: ResourceName, fields: Fields, customer: Fields | null): string[] {
  const own = specOf(resource).searchText(fields).split('\n');
  const theirs = customer ? specOf('customers').searchText(customer).split('\n') : [];
  const phone = text((customer ?? fields)['phone']);
  const digits = digitsOf(phone);
  return [...own, ...theirs].map((line) =>
    line === digits && line !== phone ? `${phone} (${digits})` : line,
  );
}
