import { failedToWords } from '../words/common.ts';

/**
 * 'Failed to save work order', where a server gave no words of its own. `what` is the label's noun for one
 * record, its plural in small letters for a list.
 */
export function failedTo(act: keyof typeof failedToWords, what: string): string {
  return failedToWords[act]({ what });
}
