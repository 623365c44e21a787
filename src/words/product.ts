import { sentences } from './sentences.ts';

/** The product's name, and the name of a tab that shows one of its screens. */
export const productWords = sentences({
  name: 'Restoration CRM',
  pageTitle: '{title} · Restoration CRM',
});
