import { Paper, PaperFacts, PaperText, Parties } from '../../crud/paper/paper.tsx';
import { PaperParts } from '../../crud/paper/paper-view.tsx';
import type { PaperProps } from '../../crud/paper/print-button.tsx';
import { formatDay } from '../../crud/time.tsx';
import { freeText } from '../../domain/day/text-blocks.ts';
import { type Estimate, estimateTotals, issuedOn } from '../../domain/estimate.ts';
import { fromCents } from '../../domain/money.ts';
import { ITEMS, itemsTotal, readItems, subtotalDifference } from '../../domain/papers/item-sums.ts';
import { itemTable } from '../../domain/papers/item-table.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useSettings } from '../../records/company-settings.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { fieldLabels } from '../../words/common.ts';
import { documentWords } from '../../words/papers.ts';
import { paperWords } from '../../words/record.ts';
import css from './estimate-paper.module.css';

/** Leaves out the company's internal notes. */
export default function EstimatePaper({ record, seen, isOwn }: PaperProps<Estimate>) {
  const date = issuedOn(record, seen, isOwn);
  const { subtotal, tax, adjustment, total } = estimateTotals(record);
  const difference = subtotalDifference(record) ?? 0;
  const itemsSum = itemsTotal(readItems(record.description));
  const rate = record.tax_rate === null ? paperWords.tax : paperWords.taxAt({ rate: record.tax_rate });
  return (
    <Paper
      heading={resourceSpecs.estimates.label.title}
      facts={[
        [paperWords.number, record.estimate_number.trim() || paperWords.draft],
        [paperWords.date, date && formatDay(date)],
        [paperWords.validUntil, record.valid_until && formatDay(record.valid_until)],
        [paperWords.preparedBy, useSettings()?.myName.trim() ?? ''],
      ]}
    >
      <Parties customer={record.customer} role={paperWords.billTo} />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperText heading={paperWords.descriptionOfWork} text={freeText(record.description, [ITEMS])} />
      <PaperParts parts={itemTable(record.description)} />
      <PaperFacts
        as="sums"
        facts={[
          [documentWords.itemsTotal, difference === 0 ? null : formatMoney(fromCents(itemsSum))],
          [documentWords.difference, difference === 0 ? null : formatMoney(fromCents(difference))],
          [fieldLabels.subtotal, money(subtotal)],
          [rate, money(tax)],
          [paperWords.adjustment, adjustment === 0 ? null : money(adjustment)],
          [paperWords.total, money(total)],
        ]}
      />
      <PaperText heading={paperWords.terms} text={record.terms_and_conditions} />
      <div className={css.signature}>
        <p>{paperWords.acceptedBy}</p>
        <p>{paperWords.date}</p>
      </div>
    </Paper>
  );
}

function money(amount: number | null): string | null {
  return amount === null ? null : formatMoney(amount);
}
