/** Fields of a postal address that belong together: they are merged as one group, never street by street. */
export const ADDRESS_FIELDS = ['address_line_1', 'city', 'state', 'postal_code'] as const;
