import { sentences } from './sentences.ts';

export const itemProblems = sentences({
  noName: 'Say what it is',
  noNumber: '“{typed}” is not a number. Write it like 3 or 2.5',
  belowZero: 'This cannot be below 0. For a discount, put the minus before the price',
  noPrice: '“{typed}” is not a price. Write it like 35.00',
  tooLarge: 'That is more than an estimate can hold. Check the quantity and the price',
  unfinished: 'The item “{line}” is not finished. Open it under Items, and complete or remove it.',
});

export const itemWords = sentences({
  title: 'Items',
  none: 'List what you will do or bring, and the subtotal follows.',
  add: 'Add item',
  done: 'Done',
  remove: 'Remove item',
  name: 'What',
  quantity: 'Quantity',
  each: 'For how many',
  unit: 'Unit',
  price: 'Price',
  amount: 'Amount',
  signOf: 'Plus or minus: {label}',
  eachHint: 'Days of each, for example',
  unitHint: 'days, sq ft, hours',
  isWorked: 'Quantity times price',
  notWorked: 'Quantity times price is {worked}',
  known: 'Prices from your estimates',
  knownPrice: '{name}, {price}',
  knownPriceOfUnit: '{name}, {price}, {unit}',
  at: '{quantity} at {price}',
  notItem: 'This line has no price that can be read, so it is not in the sum.',
  sum: 'Items',
  difference: 'The items add up to {sum}. The subtotal differs from that by {difference}. Both are printed.',
  useSum: 'Use {sum}',
});
