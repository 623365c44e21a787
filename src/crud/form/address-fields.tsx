import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { addressLines, addressOf, type SiteAddress } from '../../domain/address.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { type RecordRow, useReferenced } from '../../records/use-records.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { textFieldProps } from '../../ui/fields/form-fields.tsx';
import { fieldLabels } from '../../words/common.ts';
import { fieldWords } from '../../words/form.ts';
import { readable, titleOf } from '../readable.ts';

interface Address {
  readonly address_line_1: string;
  readonly address_line_2?: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
}

interface AddressFieldsProps<A extends Address> {
  readonly value: A;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Address>) => void;
}

const WHOLE = { 'data-span': 'whole' };
const THIRD = { 'data-span': 'third' };
const SHORT = { 'data-span': 'short' };

/** Autofill is off: the browser would offer the user's own address. */
export function AddressFields<A extends Address>({ value, errors, onChange }: AddressFieldsProps<A>) {
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

interface SiteAddressFieldsProps {
  readonly value: SiteAddress;
  readonly errors: Readonly<Record<string, string>>;
  readonly owner: { readonly resource: ResourceName; readonly id: string | null };
  readonly onChange: (change: Partial<SiteAddress>) => void;
}

/** Fills in the customer's address only when the user agrees. */
export function SiteAddressFields({ value, errors, owner, onChange }: SiteAddressFieldsProps) {
  const { row }: { row: RecordRow<Fields> | undefined } = useReferenced(owner.resource, owner.id);
  const theirs = row ? addressOf(readable(owner.resource, row.view)) : null;
  const lines = theirs ? addressLines(theirs) : [];
  const offered = theirs && lines.length > 0 && addressLines(value).length === 0;
  return (
    <>
      {row && offered && (
        <div data-span="whole">
          <Notice
            tone="info"
            action={
              <Button variant="default" onClick={() => onChange(theirs)}>
                {fieldWords.useAddress}
              </Button>
            }
          >
            {fieldWords.theirAddress({ name: titleOf(owner.resource, row.view), address: lines.join(', ') })}
          </Notice>
        </div>
      )}
      <AddressFields value={value} errors={errors} onChange={onChange} />
    </>
  );
}
