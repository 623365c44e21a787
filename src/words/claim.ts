import { sentences } from './sentences.ts';

/** The insurance claim of a project or an estimate. */
export const claimWords = sentences({
  title: 'Insurance claim',
  about: 'These fields are saved as lines of the description.',
  of: 'Insurance claim: {title}',
});

/** What a claim's lines are called on the screen. */
export const claimLabels = sentences({
  carrier: 'Carrier',
  claimNumber: 'Claim number',
  policy: 'Policy',
  adjuster: 'Adjuster',
  deductible: 'Deductible',
  dateOfLoss: 'Date of loss',
  causeOfLoss: 'Cause of loss',
  category: 'Category',
  lossClass: 'Class',
  referral: 'Referral',
});

/** What to write into a claim's lines, and what the trade's words mean. */
export const claimHints = sentences({
  adjuster: 'Name, phone, email',
  category: 'Of water: 1 clean, 2 contaminated, 3 grossly contaminated',
  lossClass: '1 to 4: how much water there is to evaporate, and from how bound a material',
});
