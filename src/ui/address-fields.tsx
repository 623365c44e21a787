import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';

interface Address {
  readonly address_line_1: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
}

interface Props {
  readonly value: Address;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Address>) => void;
}

const THIRD = { 'data-span': 'third' };
const SHORT = { 'data-span': 'short' };

/** The address of somebody else: the browser must not offer the address of the person at the keyboard. */
export function AddressFields({ value, errors, onChange }: Props) {
  const field = (name: keyof Address) => ({
    value: value[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Address Line 1"
        wrapperProps={{ 'data-span': 'whole' }}
        {...field('address_line_1')}
      />
      <TextInput label="City" wrapperProps={THIRD} {...field('city')} />
      <TextInput label="State" wrapperProps={SHORT} autoCapitalize="characters" {...field('state')} />
      <TextInput label="ZIP Code" wrapperProps={SHORT} inputMode="numeric" {...field('postal_code')} />
    </>
  );
}
