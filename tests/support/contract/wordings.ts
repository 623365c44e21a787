/** The errors of servers of the plain contract for invalid values. */
export const WRONG_DATE = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
export const NO_NUMBER = 'A valid number is required.';
export const TOO_MANY_DECIMALS = 'Ensure that there are no more than 2 decimal places.';
export const TOO_MANY_DIGITS = 'Ensure that there are no more than 12 digits in total.';
export const TOO_LARGE = 'Ensure that there are no more than 10 digits before the decimal point.';
export const NEGATIVE = 'Ensure this value is greater than or equal to 0.';
export const NULL = 'This field may not be null.';

export const usd = (amount: string) => ({ amount, currency: 'USD' });
