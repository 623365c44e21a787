import { sentences } from './sentences.ts';

/** What the first script says where nothing else of the app could be loaded. */
export const startWords = sentences({
  notLoaded: 'Restoration CRM could not be loaded. Please check the connection and reload the page.',
  reload: 'Reload',
});
