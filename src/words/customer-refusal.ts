import { sentences } from './sentences.ts';

/** Why a server refused a customer. */
export const customerRefusalWords = sentences({
  emailError: 'Email error: {messages}',
  error: 'Error: {message}',
  phoneError: 'Phone error: {messages}',
});
