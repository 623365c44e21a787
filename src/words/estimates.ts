import { sentences } from './sentences.ts';

/** Buttons of an estimate, by the status that they set. */
export const estimateSteps = sentences({
  sent: 'Mark as sent',
  accepted: 'Mark as accepted',
  rejected: 'Mark as rejected',
});
