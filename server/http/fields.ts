import { z } from 'zod';
import { isEmailAddress, isPhoneNumber } from '../../src/domain/contact-shapes.ts';

const NULL_CHARACTER = String.fromCharCode(0);

/** A lone surrogate: the database would store another character instead. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The error text for a value of a wrong type, in Django REST Framework's words. */
export function missingOr(otherwise: (input: unknown) => string) {
  return (issue: { input?: unknown }): string => {
    if (issue.input === undefined) return 'This field is required.';
    if (issue.input === null) return 'This field may not be null.';
    return otherwise(issue.input);
  };
}

export interface TextRules {
  /** In code points, not UTF-16 units. */
  readonly max: number;
  /** Whether '' and whitespace alone are allowed. Default no. */
  readonly blank?: boolean;
}

/** For descriptions and notes. */
export const LONG_TEXT: TextRules = { max: 10_000, blank: true };

interface AnnouncedRules {
  readonly max?: number;
  readonly shape?: 'email' | 'phone';
}

/** Maps text fields to what they take, for the extension `field-rules`. A refined field inherits it. */
const ANNOUNCED = z.registry<AnnouncedRules>();

/** The rules of a field of text; none for another field. */
export function textRulesOf(field: z.ZodType): AnnouncedRules {
  return ANNOUNCED.get(field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field) ?? {};
}

/** A trimmed text; a number is taken as its digits. Django REST Framework does both. */
export function textField({ max, blank = false }: TextRules) {
  const text = z
    .string({ error: missingOr(() => 'Not a valid string.') })
    .refine((value) => blank || value !== '', { error: 'This field may not be blank.', abort: true })
    .refine((value) => Array.from(value).length <= max, {
      error: `Ensure this field has no more than ${max} characters.`,
    })
    .refine((value) => !value.includes(NULL_CHARACTER), { error: 'Null characters are not allowed.' })
    .refine((value) => !LONE_SURROGATE.test(value), {
      error: ({ input }) =>
        `Surrogate characters are not allowed: ${nameOf(LONE_SURROGATE.exec(String(input)))}.`,
    });
  return z.preprocess(trimmed, text).register(ANNOUNCED, { max });
}

/** A text with a rule of its own, which does not apply to blank text. */
function textFieldThat(
  rules: TextRules & { readonly is: (text: string) => boolean; readonly otherwise: string },
) {
  return textField(rules).refine((value) => value === '' || rules.is(value), { error: rules.otherwise });
}

/** Blank where there is none. */
export function emailField() {
  const max = 254;
  const otherwise = 'Enter a valid email address.';
  return textFieldThat({ max, blank: true, is: isEmailAddress, otherwise }).register(ANNOUNCED, {
    max,
    shape: 'email',
  });
}

export function phoneField() {
  const max = 20;
  const otherwise = "Phone number must be entered in the format: '+1-555-123-4567'.";
  return textFieldThat({ max, blank: true, is: isPhoneNumber, otherwise }).register(ANNOUNCED, {
    max,
    shape: 'phone',
  });
}

/** One of the values that the domain declares, never blank. */
export function choiceField(choices: readonly string[]) {
  return z.enum(choices, {
    error: missingOr(
      (input) => `"${typeof input === 'string' ? input : JSON.stringify(input)}" is not a valid choice.`,
    ),
  });
}

/** A text that is taken exactly as sent, such as a password or a token. */
export function verbatimField() {
  return z
    .string({ error: missingOr(() => 'Not a valid string.') })
    .refine((value) => value !== '', { error: 'This field may not be blank.' });
}

function nameOf(found: RegExpExecArray | null): string {
  return `U+${found?.[0].charCodeAt(0).toString(16).toUpperCase() ?? ''}`;
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : value;
}
