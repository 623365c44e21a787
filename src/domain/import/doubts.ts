import type { Customer } from '../customer.ts';

/** The reason why a value of a file can't be taken as it is. */
export type DoubtCause =
  /** A phone number with an extension. */
  | 'extension'
  /** A phone number with a word, such as 'cell'. */
  | 'label'
  | 'twoPhones'
  /** A phone number that a spreadsheet rounded: 3.12556E+09. */
  | 'rounded'
  | 'notPhone'
  | 'twoEmails'
  | 'notEmail'
  /** A ZIP code that lost its leading zero. */
  | 'lostZero'
  | 'tooLong'
  /** A word for the type or the status that a customer can't have. */
  | 'unknownChoice'
  /** A value of another kind, perhaps moved by one column. */
  | 'emailInside'
  | 'phoneInside'
  | 'zipInside'
  | 'streetInside'
  /** A ZIP code without a digit. */
  | 'notZip'
  /** 'Aubrey Plaza', 'Harbor Bank': the last word is a company's or a surname. */
  | 'personOrCompany';

/** A value that a person decides about. The customer has `value` until then. */
export interface CellDoubt {
  readonly field: keyof Customer;
  readonly cause: DoubtCause;
  /** As in the file, cleaned. */
  readonly value: string;
  /** The value that the app offers; null where it has none. */
  readonly fix: string | null;
  /** The text that the fix leaves out; '' where it loses nothing. */
  readonly lost: string;
  /** The fields that the fix sets, where it is not `fix` alone. */
  readonly parts?: Readonly<Partial<Customer>>;
}

/** A value as a customer would hold it, and the doubt about it; null where there is none. */
export interface ReadValue {
  readonly value: string;
  readonly doubt: Omit<CellDoubt, 'field' | 'value'> | null;
}

export function certain(value: string): ReadValue {
  return { value, doubt: null };
}

export function doubted(value: string, cause: DoubtCause, fix: string | null = null, lost = ''): ReadValue {
  return { value, doubt: { cause, fix, lost } };
}

/** People write these where they know nothing. */
export function isBlankWord(text: string): boolean {
  return /^(?:n\.?\/?a\.?|none|null|nil|no|no (?:e-?mail|phone|number|address)|unknown|not (?:available|provided|known)|tbd|x+|-+|–|—|\.+|\?+|0+)$/i.test(
    text,
  );
}
