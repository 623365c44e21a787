import { RecordCard, RecordColumns } from '../../crud/record/record-cards.tsx';
import type { FactsProps } from '../../crud/resource-view.ts';
import { addressLines } from '../../domain/address.ts';
import type { Customer } from '../../domain/customer.ts';
import { ContactLinks } from '../../ui/text/contact-links.tsx';
import { EmailText } from '../../ui/text/email-text.tsx';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { columnWords, fieldLabels } from '../../words/common.ts';
import { factWords } from '../../words/jobs.ts';

export default function CustomerFacts({ record }: FactsProps<Customer>) {
  const address = addressLines(record);
  return (
    <RecordColumns>
      <RecordCard>
        <ContactLinks phone={record.phone} email={record.email} address={address.join(', ')} />
        <Facts folds>
          <Fact name={fieldLabels.email} wide blank={record.email.trim() === ''}>
            <EmailText email={record.email} roomy />
          </Fact>
          <Fact name={fieldLabels.phone}>{record.phone.trim()}</Fact>
          <Fact name={columnWords.company}>{record.company_name.trim()}</Fact>
          <Fact name={factWords.address} wide blank={address.length === 0}>
            <Lines lines={address} />
          </Fact>
        </Facts>
      </RecordCard>
    </RecordColumns>
  );
}
