import { JobContact } from '../../crud/record/job-contact.tsx';
import { RecordLink } from '../../crud/record-name.tsx';
import type { Estimate } from '../../domain/estimate.ts';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { ValidUntil } from './valid-until.tsx';

/** All that is known of an estimate, with ways to reach its customer. */
export default function EstimateFacts({ record }: { readonly record: Estimate }) {
  return (
    <>
      <JobContact resource="customers" id={record.customer} address="" />
      <Facts>
        <Fact name="Customer">
          <RecordLink resource="customers" id={record.customer} />
        </Fact>
        <Fact name="Estimate Number">{record.estimate_number.trim()}</Fact>
        <Fact name="Valid Until">
          <ValidUntil estimate={record} />
        </Fact>
        <Fact name="Subtotal">
          <MoneyText amount={record.subtotal} />
        </Fact>
        <Fact name="Tax Rate">{record.tax_rate === null ? '' : `${record.tax_rate} %`}</Fact>
        <Fact name="Total Amount">
          <MoneyText amount={record.total_amount} />
        </Fact>
        <Fact name="Description" long>
          {record.description.trim()}
        </Fact>
        <Fact name="Terms and Conditions" long>
          {record.terms_and_conditions.trim()}
        </Fact>
        <Fact name="Notes" long>
          {record.notes.trim()}
        </Fact>
      </Facts>
    </>
  );
}
