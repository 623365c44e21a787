import { sentences } from './sentences.ts';

/** What single keys do, and the switch that turns them off. */
export const shortcutWords = sentences({
  title: 'Keyboard shortcuts',
  find: 'Search the list',
  add: 'Add a record to the list',
  goTo: 'Go to {screen}',
  help: 'Show this list',
  use: 'Use keyboard shortcuts on this device',
});
