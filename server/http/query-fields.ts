import { z } from 'zod';

/** At most 12 digits, so that page number times page size stays exact. */
const WHOLE = /^0*[1-9]\d{0,11}$/;

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly usual: number;
  readonly description?: string;
}

/** A missing page number means 1. */
export function pageNumberField(otherwise: string) {
  return parameter({ type: 'integer', minimum: 1, default: 1 }).transform((text = '1', context) => {
    if (typeof text === 'string' && WHOLE.test(text)) return Number(text);
    context.addIssue(otherwise);
    return z.NEVER;
  });
}

/** Invalid text is ignored, as in Django. */
export function limitField({ min, max, usual, ...described }: Limits) {
  return parameter({ type: 'integer', minimum: min, maximum: max, default: usual, ...described }).transform(
    (text) =>
      typeof text === 'string' && WHOLE.test(text) ? Math.min(max, Math.max(min, Number(text))) : usual,
  );
}

export function flagField(description: string) {
  return parameter({ type: 'integer', enum: [1], description }).transform((text) => text === '1');
}

export function textParameter() {
  return parameter({ type: 'string' }).transform((text) => (typeof text === 'string' ? text : null));
}

/** Takes the first value of a repeated parameter. */
function parameter(meta: Readonly<Record<string, unknown>>) {
  return z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.unknown().meta(meta));
}
