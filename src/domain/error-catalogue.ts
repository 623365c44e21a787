import { failedToWords } from '../words/common.ts';

/** Returns 'Failed to save work order'. `what` is a label's noun, or for a list its lowercase plural. */
export function failedTo(act: keyof typeof failedToWords, what: string): string {
  return failedToWords[act]({ what });
}
