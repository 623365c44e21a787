import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { amountText, fromCents } from '../../domain/money.ts';
import { type LearnedPrice, pricesLike } from '../../domain/papers/learned-prices.ts';
import { readTyped, type TypedField, type TypedItem } from '../../domain/papers/typed-item.ts';
import { useKnownPrices } from '../../records/use-known-prices.ts';
import { TrashIcon } from '../../ui/icons.ts';
import { isComposing } from '../../ui/is-composing.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { itemWords } from '../../words/items.ts';
import css from './items.module.css';

interface Props {
  readonly typed: TypedItem;
  readonly onChange: (typed: TypedItem) => void;
  readonly onDone: () => void;
  /** Begins another item. */
  readonly onNext: () => void;
  readonly onRemove: () => void;
}

const MOST_PRICES = 4;

export function ItemEditor({ typed, onChange, onDone, onNext, onRemove }: Props) {
  /** Blank fields count as missing only once the user has left them. */
  const [left, setLeft] = useState<readonly TypedField[]>([]);
  const quantity = useRef<HTMLInputElement>(null);
  const { worked, problems } = readTyped(typed);

  const field = (name: TypedField) => ({
    label: itemWords[name],
    value: typed[name],
    error: typed[name].trim() !== '' || left.includes(name) ? problems[name] : undefined,
    autoComplete: 'off',
    onBlur: () => setLeft((before) => [...before, name]),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...typed, [name]: value }),
  });
  const number = (name: TypedField) => ({ ...field(name), inputMode: 'decimal' as const });

  const money = (name: 'price' | 'amount') => ({
    ...number(name),
    leftSection: <span aria-hidden>$</span>,
    rightSection: (
      <SignButton
        label={itemWords[name]}
        onClick={() => onChange({ ...typed, [name]: withOtherSign(typed[name]) })}
      />
    ),
  });

  /** Enter would save the whole estimate. */
  function onKeyDown(event: KeyboardEvent): void {
    if (
      event.key !== 'Enter' ||
      isComposing(event.nativeEvent) ||
      !(event.target instanceof HTMLInputElement)
    )
      return;
    event.preventDefault();
    onNext();
  }

  /** The pressed button goes away, so the focus moves on. */
  function take({ name, unit, price }: LearnedPrice): void {
    onChange({ ...typed, name, unit, price: amountText(fromCents(price)) });
    quantity.current?.focus();
    quantity.current?.select();
  }

  const worth = worked === null ? '' : amountText(fromCents(worked));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in one of the fields
    <div className={css.editor} onKeyDown={onKeyDown}>
      <div className={css.fields}>
        <TextInput className={css.whole} ref={focusOnce} {...field('name')} />
        <KnownPrices typed={typed} onTake={take} />
        <TextInput ref={quantity} {...number('quantity')} />
        <TextInput placeholder="1" description={itemWords.eachHint} {...number('each')} />
        <TextInput description={itemWords.unitHint} {...field('unit')} />
        <TextInput placeholder="0.00" {...money('price')} />
        <TextInput
          placeholder={worth}
          description={
            typed.amount.trim() === '' || worked === null ? itemWords.isWorked : workedWords(worked)
          }
          {...money('amount')}
        />
      </div>
      <div className={css.buttons}>
        <Button variant="default" leftSection={<TrashIcon size={18} aria-hidden />} onClick={onRemove}>
          {itemWords.remove}
        </Button>
        <Button onClick={onDone}>{itemWords.done}</Button>
      </div>
    </div>
  );
}

interface SignProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** The keyboard for numbers of an iPhone has no minus. */
function withOtherSign(text: string): string {
  const said = text.trim();
  return said.startsWith('-') ? said.slice(1).trim() : `-${said.replace(/^\+\s*/, '')}`;
}

/** Keeps the focus in the field, and so the phone's keyboard. */
function SignButton({ label, onClick }: SignProps) {
  return (
    <button
      type="button"
      className={css.sign}
      aria-label={itemWords.signOf({ label })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <span aria-hidden>±</span>
    </button>
  );
}

function workedWords(worked: number): string {
  return itemWords.notWorked({ worked: formatMoney(fromCents(worked)) });
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

interface PricesProps {
  readonly typed: TypedItem;
  readonly onTake: (price: LearnedPrice) => void;
}

/** Offers the prices of the company's list, and of the estimates on this device, for the item. */
function KnownPrices({ typed, onTake }: PricesProps) {
  const prices = useKnownPrices();
  const said = typed.name.trim();
  const found = said === '' || !prices ? [] : pricesLike(prices, said, MOST_PRICES);
  const others = found.filter((price) => !isTaken(price, typed));
  if (others.length === 0) return null;
  return (
    <ul aria-label={itemWords.known} className={css.known}>
      {others.map((price) => (
        <li key={`${price.name}\n${price.unit}`}>
          <button type="button" className={css.price} onClick={() => onTake(price)}>
            {priceWords(price)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function isTaken({ name, unit, price }: LearnedPrice, typed: TypedItem): boolean {
  return typed.name === name && typed.unit === unit && typed.price === amountText(fromCents(price));
}

function priceWords({ name, unit, price: cents }: LearnedPrice): string {
  const price = formatMoney(fromCents(cents));
  return unit === ''
    ? itemWords.knownPrice({ name, price })
    : itemWords.knownPriceOfUnit({ name, price, unit });
}
