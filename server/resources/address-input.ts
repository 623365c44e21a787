import type { z } from 'zod';
import type { Address, SiteAddress } from '../../src/domain/address.ts';
import { textField } from '../http/fields.ts';

/** A customer's address; all of it is optional. */
export const addressInput = {
  address_line_1: textField({ max: 255, blank: true }).optional(),
  city: textField({ max: 100, blank: true }).optional(),
  state: textField({ max: 100, blank: true }).optional(),
  postal_code: textField({ max: 20, blank: true }).optional(),
} satisfies Record<keyof Address, z.ZodType>;

/** The address of a job. */
export const siteAddressInput = {
  ...addressInput,
  address_line_2: textField({ max: 255, blank: true }).optional(),
} satisfies Record<keyof SiteAddress, z.ZodType>;
