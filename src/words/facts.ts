import { sentences } from './sentences.ts';

/** Facts of a record that no single field of its form holds, or not under that name. */
export const factWords = sentences({
  address: 'Address',
  percent: '{rate}%',
  taxRate: 'Tax Rate',
});
