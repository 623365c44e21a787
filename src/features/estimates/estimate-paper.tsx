import { formatDay } from '../../crud/format-day.ts';
import { Paper } from '../../crud/paper/paper.tsx';
import { PaperFacts } from '../../crud/paper/paper-facts.tsx';
import { PaperText } from '../../crud/paper/paper-text.tsx';
import { Parties } from '../../crud/paper/parties.tsx';
import { useToday } from '../../crud/use-today.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { estimateTotals } from '../../domain/estimate-totals.ts';
import { useSettings } from '../../records/use-settings.ts';
import { formatMoney } from '../../ui/text/format-money.ts';
import css from './estimate-paper.module.css';

/** What a customer is given: the offer and a line to sign, never what the company notes for itself. */
export default function EstimatePaper({ record }: { readonly record: Estimate }) {
  const today = useToday();
  const { subtotal, tax, adjustment, total } = estimateTotals(record);
  const rate = record.tax_rate === null ? 'Tax' : `Tax (${record.tax_rate}%)`;
  return (
    <Paper
      heading="Estimate"
      facts={[
        ['Number', record.estimate_number.trim()],
        ['Date', formatDay(today)],
        ['Valid until', record.valid_until && formatDay(record.valid_until)],
        ['Prepared by', useSettings()?.myName.trim() ?? ''],
      ]}
    >
      <Parties customer={record.customer} role="Bill to" />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperText heading="Description of work" text={record.description} />
      <PaperFacts
        as="sums"
        facts={[
          ['Subtotal', money(subtotal)],
          [rate, money(tax)],
          ['Adjustment', adjustment === 0 ? null : money(adjustment)],
          ['Total', money(total)],
        ]}
      />
      <PaperText heading="Terms and conditions" text={record.terms_and_conditions} />
      <div className={css['signature']}>
        <p>Accepted by (signature)</p>
        <p>Date</p>
      </div>
    </Paper>
  );
}

function money(amount: number | null): string | null {
  return amount === null ? null : formatMoney(amount);
}
