import { addressLines } from '../../domain/address.ts';
import type { Customer } from '../../domain/customer.ts';
import { FIELD_LABELS } from '../../domain/field-labels.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { EmailText } from '../../ui/text/email-text.tsx';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { factWords } from '../../words/facts.ts';
import { columnWords } from '../../words/views.ts';

/** All that is known of a customer, with ways to reach them. */
export default function CustomerFacts({ record }: { readonly record: Customer }) {
  const address = addressLines(record);
  return (
    <>
      <ContactLinks phone={record.phone} email={record.email} address={address.join(', ')} />
      <Facts>
        <Fact name={FIELD_LABELS.email} wide>
          <EmailText email={record.email} roomy />
        </Fact>
        <Fact name={FIELD_LABELS.phone}>{record.phone.trim()}</Fact>
        <Fact name={columnWords.company}>{record.company_name.trim()}</Fact>
        <Fact name={factWords.address} wide>
          <Lines lines={address} />
        </Fact>
      </Facts>
    </>
  );
}
