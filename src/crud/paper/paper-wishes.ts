/** Left off a document unless the person wants it: a neighbor may read amounts, and a customer the crew's own notes. */
export type PaperWish = 'amounts' | 'crewNotes';

export type PaperWishes = Readonly<Record<PaperWish, boolean>>;

export const NO_WISHES: PaperWishes = { amounts: false, crewNotes: false };
