import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { appendLines, linesWithin, removeLine, replaceLine } from '../../domain/day/text-blocks.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { fromCents, withTax } from '../../domain/money.ts';
import { ITEMS, itemsTotal, readItems, subtotalDifference } from '../../domain/papers/item-sums.ts';
import {
  isBlankItem,
  NO_ITEM,
  type TypedItem,
  typedItem,
  writeTyped,
} from '../../domain/papers/typed-item.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { itemWords } from '../../words/items.ts';
import { ItemEditor } from './item-editor.tsx';
import { ItemLine } from './item-line.tsx';
import css from './items.module.css';
import type { WriteItems } from './use-items.ts';

interface SumsProps {
  readonly draft: Estimate;
  readonly onChange: (change: Partial<Estimate>) => void;
}

interface Props extends SumsProps {
  readonly items: WriteItems;
}

/** The item being edited. Its place in the block stays the same if the text around the block changes. */
interface OpenItem {
  /** Another one for each item that is opened. */
  readonly id: number;
  readonly place: number;
  readonly typed: TypedItem;
  /** The line as last written. Null if there is none yet: then `asItStands` finds the place. */
  readonly line: string | null;
}

/** The items of an estimate. Each input is written into the description at once, and the sums follow. */
export function ItemsField({ draft, items, onChange }: Props) {
  const title = useId();
  const add = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<OpenItem | null>(null);
  const [closed, setClosed] = useState(0);
  // After the render: until then the button may be disabled.
  useEffect(() => {
    if (closed > 0) add.current?.focus();
  }, [closed]);
  const { description } = draft;
  const lines = itemLines(description);
  const shown = open && asItStands(open, description);
  const at = shown && shown.line !== null ? lines[shown.place]?.at : undefined;
  const rows = lines.map(({ line }, place) => ({ line, place }));
  if (shown?.line === null) rows.splice(shown.place, 0, { line: '', place: shown.place });

  function type(typed: TypedItem): void {
    if (!shown) return;
    const line = writeTyped(typed);
    setOpen({ ...shown, typed, line: at === undefined && isBlankItem(typed) ? null : line });
    if (at !== undefined) items.write(replaceLine(description, at, line));
    else if (!isBlankItem(typed)) items.write(appendLines(description, ITEMS, [line]));
  }

  function close(): void {
    setOpen(null);
    setClosed(closed + 1);
  }

  function remove(): void {
    if (at !== undefined) items.write(removeLine(description, at));
    close();
  }

  const isBlank = shown !== null && isBlankItem(shown.typed);
  function start(item: Omit<OpenItem, 'id'>): void {
    items.begin();
    setOpen({ ...item, id: (open?.id ?? 0) + 1 });
  }

  const begin = (): void => start({ place: 0, typed: NO_ITEM, line: null });
  return (
    <section aria-labelledby={title} className={css.items} data-span="whole">
      <h3 id={title} className={css.title}>
        {itemWords.title}
      </h3>
      {rows.length === 0 && <p className={css.about}>{itemWords.none}</p>}
      <ol className={css.list}>
        {rows.map(({ line, place }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be equal, and the place is what is edited
          <li key={row}>
            {shown?.place === row ? (
              <ItemEditor
                key={shown.id}
                typed={shown.typed}
                onChange={type}
                onDone={isBlank ? remove : close}
                onNext={isBlank ? remove : begin}
                onRemove={remove}
              />
            ) : (
              <ItemLine line={line} onPress={() => start({ place, typed: typedItem(line), line })} />
            )}
          </li>
        ))}
      </ol>
      <Button
        ref={add}
        variant="default"
        leftSection={<PlusIcon size={18} aria-hidden />}
        className={css.add}
        disabled={isBlank}
        onClick={begin}
      >
        {itemWords.add}
      </Button>
      <Difference draft={draft} onChange={onChange} />
    </section>
  );
}

function itemLines(description: string) {
  return linesWithin(description, ITEMS).filter(({ line }) => line.trim() !== '');
}

/** The text may have been changed elsewhere, such as in the stored text. */
function asItStands(open: OpenItem, description: string): OpenItem {
  const line = open.line === null ? undefined : itemLines(description)[open.place]?.line;
  if (line === undefined) return { ...open, place: nextPlace(description), line: null };
  return line === open.line ? open : { ...open, typed: typedItem(line), line };
}

const MARK = '\0';

/** Returns where a new item comes. That is not the end if the text has several blocks. */
function nextPlace(description: string): number {
  return itemLines(appendLines(description, ITEMS, [MARK])).findIndex(({ line }) => line === MARK);
}

function Difference({ draft, onChange }: SumsProps) {
  const difference = subtotalDifference(draft);
  const sum = fromCents(itemsTotal(readItems(draft.description)));
  const use = (): void => onChange({ subtotal: sum, total_amount: withTax(sum, draft.tax_rate) });
  return (
    <div role="status">
      {difference !== null && difference !== 0 && (
        <Notice
          tone="info"
          action={
            <Button variant="default" onClick={use}>
              {itemWords.useSum({ sum: formatMoney(sum) })}
            </Button>
          }
        >
          {itemWords.difference({ sum: formatMoney(sum), difference: formatMoney(fromCents(difference)) })}
        </Notice>
      )}
    </div>
  );
}
