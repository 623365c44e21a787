/** From January on, as people type them. The first three letters are the short name. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
