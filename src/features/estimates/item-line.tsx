import { fromCents } from '../../domain/money.ts';
import { quantityText } from '../../domain/papers/item-table.ts';
import { readLineItem, workedAmount } from '../../domain/papers/line-items.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { itemWords } from '../../words/items.ts';
import css from './items.module.css';

interface Props {
  /** A line of the block. */
  readonly line: string;
  /** Opens the item for typing. */
  readonly onPress?: () => void;
}

export function ItemLine({ line, onPress }: Props) {
  return onPress ? (
    <button type="button" className={css.line} onClick={onPress}>
      <Parts line={line} />
    </button>
  ) : (
    <div className={css.line}>
      <Parts line={line} />
    </div>
  );
}

function Parts({ line }: Pick<Props, 'line'>) {
  const item = readLineItem(line);
  if (!item) {
    return (
      <span className={css.what}>
        <span className={css.name}>{line.replace(/^\? /, '')}</span>
        <span className={css.how}>{itemWords.notItem}</span>
      </span>
    );
  }
  const price = formatMoney(fromCents(item.price));
  const worked = workedAmount(item);
  return (
    <>
      <span className={css.what}>
        <span className={css.name}>{item.name}</span>
        <span className={css.how}>{itemWords.at({ quantity: quantityText(item), price })}</span>
        {worked !== item.amount && (
          <span className={css.how}>{itemWords.notWorked({ worked: formatMoney(fromCents(worked)) })}</span>
        )}
      </span>
      <span className={css.amount}>{formatMoney(fromCents(item.amount))}</span>
    </>
  );
}
