/** A phone number by its digits: '+1-555-777-1234' is '15557771234'. Of what is no text there are none. */
export function digitsOf(phone: unknown): string {
  return typeof phone === 'string' ? phone.replace(/\D+/g, '') : '';
}
