import { z } from 'zod';

const texts = z.array(z.string());

/** The body of a failure that one sentence describes. */
export const detailBody = z.looseObject({ detail: z.string() }).describe('Why not, in words');

/** The body of a 400: texts by field, or by inner field for an object; `detail` when the body is not JSON. */
export const fieldErrorsBody = z
  .record(z.string(), z.union([z.string(), texts, z.record(z.string(), texts)]))
  .describe('Texts by field');
