import { Paper, PaperFacts } from '../../crud/paper/paper.tsx';
import { addressLines } from '../../domain/address.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { columnWords, fieldLabels } from '../../words/common.ts';
import { factWords } from '../../words/jobs.ts';

export default function CustomerPaper({ record }: { readonly record: Customer }) {
  return (
    <Paper
      heading={resourceSpecs.customers.label.title}
      facts={[
        [columnWords.type, record.customer_type && choiceLabel(record.customer_type, CUSTOMER_TYPES)],
        [fieldLabels.status, record.status && choiceLabel(record.status, CUSTOMER_STATUSES)],
      ]}
    >
      <h2>{resourceSpecs.customers.title(record)}</h2>
      <PaperFacts
        as="wide"
        facts={[
          [columnWords.company, record.company_name.trim()],
          [fieldLabels.phone, record.phone.trim()],
          [fieldLabels.email, record.email.trim()],
          [factWords.address, addressLines(record).join('\n')],
        ]}
      />
    </Paper>
  );
}
