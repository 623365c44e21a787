import { z } from 'zod';
import { collectionName } from '../../src/domain/resource-spec.ts';
import { textRulesOf } from '../http/fields.ts';
import type { ServerResource } from './server-resource.ts';
import { serverResources } from './server-resources.ts';

const fieldRule = z.object({
  max_length: z.int().optional(),
  blank: z.literal(false).optional(),
  blank_with: z.string().optional(),
  unique: z.literal(true).optional(),
  shape: z.enum(['email', 'phone']).optional(),
});
type FieldRule = z.output<typeof fieldRule>;

export const fieldRules = z.record(z.string(), z.record(z.string(), fieldRule));

/** Fields that accept anything are left out. */
export const FIELD_RULES: z.output<typeof fieldRules> = Object.fromEntries(
  Object.values(serverResources).map((resource) => [collectionName(resource.spec), rulesFor(resource)]),
);

function rulesFor({ input, uniqueKeys, blankWith = {} }: ServerResource): Record<string, FieldRule> {
  const rules = Object.entries(input.shape).map(([name, field]): readonly [string, FieldRule] => {
    const { max, shape } = textRulesOf(field as z.ZodType);
    const other = blankWith[name];
    const isNeeded = other !== undefined || !(field instanceof z.ZodOptional);
    return [
      name,
      {
        ...(max === undefined ? {} : { max_length: max }),
        ...(isNeeded ? { blank: false } : {}),
        ...(other === undefined ? {} : { blank_with: other }),
        ...(uniqueKeys.some((key) => key.field === name) ? { unique: true } : {}),
        ...(shape === undefined ? {} : { shape }),
      },
    ];
  });
  return Object.fromEntries(rules.filter(([, rule]) => Object.keys(rule).length > 0));
}
