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
  known: 'Known prices',
  knownPrice: '{name}, {price}',
  knownPriceOfUnit: '{name}, {price}, {unit}',
  at: '{quantity} at {price}',
  notItem: 'This line has no price that can be read, so it is not in the sum.',
  sum: 'Items',
  difference: 'The items add up to {sum}. The subtotal differs from that by {difference}. Both are printed.',
  useSum: 'Use {sum}',
});

/** The company's prices, in Settings. */
export const priceListWords = sentences({
  title: 'Price List',
  about:
    'These prices are offered when an item of an estimate is typed, beside those of your earlier estimates. A file needs a column for the item, one for the price, and perhaps one for the unit.',
  none: 'No prices in the list.',
  count: '{count, plural, one {# price} other {# prices}} in the list.',
  learned:
    '{count, plural, one {# more price is known from estimates on this device.} other {# more prices are known from estimates on this device.}}',
  load: 'Add prices from a CSV file',
  file: 'CSV file with prices',
  save: 'Download all as CSV',
  fileName: 'price-list.csv',
  remove: 'Remove the list',
  removeQuestion: 'Remove all prices of the list? Those known from estimates stay.',
  removed: 'The list was removed.',
  keep: 'Keep',
  item: 'Item',
  unit: 'Unit',
  price: 'Price',
  from: 'From',
  fromList: 'Price list',
  fromEstimates: 'Earlier estimates',
  read: '{count, plural, one {# price was} other {# prices were}} read from {file}. Each replaces the one with the same item and unit.',
  unread:
    '{count, plural, one {One row has} other {# rows have}} no item, or no price such as 35.00, and {count, plural, one {is} other {are}} left out: {rows}.',
  otherFile: '{file} is not a CSV file. In Excel, save the sheet as CSV, and choose that file.',
  tooLarge: '{file} is larger than 5 MB. Choose a file with prices only.',
  notRead: '{file} could not be read. Nothing was changed.',
  noColumns:
    'No columns for item and price were found in {file}. Name them Item, Unit and Price in its first row. Nothing was changed.',
  nonePriced: 'No row of {file} has an item and a price. Nothing was changed.',
  tooMany: 'The list has no room for so many prices: 20,000 characters fit. Nothing was changed.',
});
