import { customerSpec } from '../../../src/domain/customer.ts';
import type { ResourceContract } from './resource-contract.ts';

/** What the resource contract needs to know of customers; a test adds the server and who signs in. */
export const customersContract: Omit<ResourceContract, 'name' | 'start' | 'credentials'> = {
  path: customerSpec.path,
  valid: (number) => ({ first_name: 'Ann', last_name: 'Lee', email: `ann.lee.${number}@example.com` }),
  defaults: {
    phone: '',
    address_line_1: '',
    city: '',
    state: '',
    postal_code: '',
    company_name: '',
    customer_type: 'residential',
    status: 'active',
  },
  required: ['first_name', 'last_name', 'email'],
  text: { field: 'first_name', max: 100 },
  choice: 'status',
  unique: { field: 'email', message: 'customer with this email already exists.' },
};
