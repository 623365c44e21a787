import { addressLines } from '../../domain/address.ts';
import type { Customer } from '../../domain/customer.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { EmailText } from '../../ui/text/email-text.tsx';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';

/** All that is known of a customer, with ways to reach them. */
export default function CustomerFacts({ record }: { readonly record: Customer }) {
  const address = addressLines(record);
  return (
    <>
      <ContactLinks phone={record.phone} email={record.email} address={address.join(', ')} />
      <Facts>
        <Fact name="Email" wide>
          <EmailText email={record.email} roomy />
        </Fact>
        <Fact name="Phone">{record.phone.trim()}</Fact>
        <Fact name="Company">{record.company_name.trim()}</Fact>
        <Fact name="Address" wide>
          <Lines lines={address} />
        </Fact>
      </Facts>
    </>
  );
}
