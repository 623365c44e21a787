import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { formatDay, useToday } from '../../crud/time.tsx';
import { linesWithin } from '../../domain/day/text-blocks.ts';
import { daysLeft, type Estimate, estimateTotals } from '../../domain/estimate.ts';
import { fromCents } from '../../domain/money.ts';
import { ITEMS, itemsTotal, readItems, subtotalDifference } from '../../domain/papers/item-sums.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { fieldLabels, validityWords } from '../../words/common.ts';
import { itemWords } from '../../words/items.ts';
import { documentWords } from '../../words/papers.ts';
import { billWords, paperWords } from '../../words/record.ts';
import css from './estimate-bill.module.css';
import { ItemLine } from './item-line.tsx';
import items from './items.module.css';

interface Props {
  readonly estimate: Estimate;
}

export function EstimateBill({ estimate }: Props) {
  const { subtotal, tax, adjustment, total } = estimateTotals(estimate);
  const { tax_rate: rate, description } = estimate;
  const difference = subtotalDifference(estimate) ?? 0;
  return (
    <>
      <Items description={description} />
      <dl className={css.bill}>
        {difference !== 0 && (
          <>
            <Sum name={documentWords.itemsTotal} amount={fromCents(itemsTotal(readItems(description)))} />
            <Sum name={documentWords.difference} amount={fromCents(difference)} />
          </>
        )}
        <Sum name={fieldLabels.subtotal} amount={subtotal} />
        <Sum name={rate === null ? paperWords.tax : paperWords.taxAt({ rate })} amount={tax} />
        {adjustment !== 0 && <Sum name={paperWords.adjustment} amount={adjustment} />}
        <Sum name={paperWords.total} amount={total} isTotal />
      </dl>
      <Validity estimate={estimate} />
    </>
  );
}

function Items({ description }: Pick<Estimate, 'description'>) {
  const lines = linesWithin(description, ITEMS).filter(({ line }) => line.trim() !== '');
  if (lines.length === 0) return null;
  return (
    <ol aria-label={itemWords.title} className={items.list}>
      {lines.map(({ line, at }) => (
        <li key={at}>
          <ItemLine line={line} />
        </li>
      ))}
    </ol>
  );
}

interface SumProps {
  readonly name: string;
  readonly amount: number | null;
  readonly isTotal?: boolean;
}

function Sum({ name, amount, isTotal = false }: SumProps) {
  return (
    <div className={css.sum} data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{amount === null ? '-' : formatMoney(amount)}</dd>
    </div>
  );
}

/** Days left. The bar is full at `FULL` or more, and orange at `SOON` or fewer. */
const FULL = 30;
const SOON = 7;

function Validity({ estimate }: Props) {
  const left = daysLeft(estimate, useToday());
  const last = estimate.valid_until;
  if (last === null) return null;
  const day = formatDay(last);
  const until = billWords.validUntil({ day });
  if (left === null) return <p className={css.validity}>{until}</p>;
  const isOver = left < 0;
  const share = isOver ? 100 : Math.min(100, Math.max(4, (left / FULL) * 100));
  const color = toneOf(left);
  return (
    <div className={css.validity} data-tone={color}>
      <p className={css.words}>
        <span>{isOver ? billWords.ranOut({ day }) : until}</span>
        {!isOver && <strong>{validityWords.left({ days: left })}</strong>}
      </p>
      {/* Hidden from screen readers, because the text above says the same. */}
      <Progress value={share} color={`var(--rc-${color}-fill)`} size="sm" aria-hidden />
    </div>
  );
}

function toneOf(left: number): 'green' | 'orange' | 'red' {
  if (left < 0) return 'red';
  return left > SOON ? 'green' : 'orange';
}
