import { customerSpec } from '../../../src/domain/customer.ts';
import { type Estimate, estimateSpec } from '../../../src/domain/estimate.ts';
import type { PaperContent, PaperPart, PaperTable } from '../../../src/domain/papers/paper-content.ts';
import type { PaperSource } from '../../../src/domain/papers/paper-parts.ts';
import { NO_COMPANY_SETTINGS } from '../../../src/domain/settings.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

const ENV = { now: 0, random: 0 };
export const NOWHERE = {
  address_line_1: '',
  address_line_2: '',
  city: '',
  state: '',
  postal_code: '',
};

export const SOURCE: PaperSource = {
  settings: {
    ...NO_COMPANY_SETTINGS,
    companyName: ' Dry Co ',
    companyAddress: '1 Main St\nAustin, TX 78701',
    companyPhone: '512-555-0100',
    companyLogo: 'data:image/png;base64,AAAA',
  },
  customer: {
    ...customerSpec.blank(ENV),
    first_name: 'Łucja',
    last_name: 'Nguyễn',
    phone: '512-555-0101',
    address_line_1: '2175 Oak St',
    city: 'Austin',
    state: 'TX',
    postal_code: '78702',
  },
  site: NOWHERE,
  preparedBy: 'Ann Lee',
  day: '2026-11-23',
};

export function estimate(given: Partial<Estimate> = {}): Estimate {
  return { ...estimateSpec.blank(ENV), ...given };
}

export function order(given: Partial<WorkOrder> = {}): WorkOrder {
  return { ...workOrderSpec.blank(ENV), work_order_number: 'WO-7', ...given };
}

export function partsOf<Name extends PaperPart['part']>(
  { parts }: Pick<PaperContent, 'parts'>,
  name: Name,
): Extract<PaperPart, { readonly part: Name }>[] {
  return parts.filter((part) => part.part === name) as Extract<PaperPart, { readonly part: Name }>[];
}

/** 'a | b' for a row, '= a' for one across all columns. */
export function rowsOf({ rows }: Pick<PaperTable, 'rows'>): string[] {
  return rows.map((row) => (row.row === 'group' ? `= ${row.text}` : row.cells.join(' | ')));
}

/** What a reader can read, in order. */
export function wordsOf(content: PaperContent): string {
  return JSON.stringify(content);
}
