import { sentences } from './sentences.ts';

/** What stands for a figure that is not known. */
export const figureWords = sentences({ unfetched: 'Not fetched yet', loading: 'Loading' });
