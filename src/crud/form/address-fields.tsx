import { fieldLabels } from '../../words/common.ts';
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { textFieldProps } from '../../ui/fields/field-props.ts';

interface Address {
  readonly address_line_1: string;
  readonly address_line_2?: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
}

interface Props<A extends Address> {
  readonly value: A;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Address>) => void;
}

const WHOLE = { 'data-span': 'whole' };
const THIRD = { 'data-span': 'third' };
const SHORT = { 'data-span': 'short' };

/** The address of somebody else: the browser must not offer the address of the person at the keyboard. */
export function AddressFields<A extends Address>({ value, errors, onChange }: Props<A>) {
  const draft = { address_line_2: '', ...value };
  const field = textFieldProps<keyof Address>({ draft, errors, onChange });
  return (
    <>
      <TextInput label={fieldLabels.address_line_1} wrapperProps={WHOLE} {...field('address_line_1')} />
      {value.address_line_2 !== undefined && (
        <TextInput label={fieldLabels.address_line_2} wrapperProps={WHOLE} {...field('address_line_2')} />
      )}
      <TextInput label={fieldLabels.city} wrapperProps={THIRD} {...field('city')} />
      <TextInput
        label={fieldLabels.state}
        wrapperProps={SHORT}
        autoCapitalize="characters"
        {...field('state')}
      />
      <TextInput
        label={fieldLabels.postal_code}
        wrapperProps={SHORT}
        inputMode="numeric"
        {...field('postal_code')}
      />
    </>
  );
}
