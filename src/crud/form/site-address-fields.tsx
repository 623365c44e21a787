import { Button } from '@mantine/core';
import { addressLines, addressOf, type SiteAddress } from '../../domain/address.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { type RecordRow, useReferenced } from '../../records/use-records.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { fieldWords } from '../../words/form.ts';
import { readable, titleOf } from '../readable.ts';
import { AddressFields } from './address-fields.tsx';

interface Props {
  readonly value: SiteAddress;
  readonly errors: Readonly<Record<string, string>>;
  /** The record whose address is offered while this one is blank. */
  readonly owner: { readonly resource: ResourceName; readonly id: string | null };
  readonly onChange: (change: Partial<SiteAddress>) => void;
}

/** Where a job is: often where its customer lives, which is offered and never filled in unasked. */
export function SiteAddressFields({ value, errors, owner, onChange }: Props) {
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
