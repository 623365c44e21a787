import { ClaimFacts, JobContact } from '../../crud/record/contact-facts.tsx';
import { RecordLink } from '../../crud/record-link.tsx';
import type { FactsProps } from '../../crud/resource-view.ts';
import { otherDescription } from '../../domain/day/claim.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/format-values.tsx';
import { fieldLabels } from '../../words/common.ts';
import { claimWords, factWords } from '../../words/jobs.ts';
import { ValidUntil } from './valid-until.tsx';

export default function EstimateFacts({ record }: FactsProps<Estimate>) {
  return (
    <>
      <JobContact resource="customers" id={record.customer} address="" />
      <Facts>
        <Fact name={fieldLabels.customer}>
          <RecordLink resource="customers" id={record.customer} />
        </Fact>
        <Fact name={fieldLabels.estimate_number}>{record.estimate_number.trim()}</Fact>
        <Fact name={fieldLabels.valid_until}>
          <ValidUntil estimate={record} />
        </Fact>
        <Fact name={fieldLabels.subtotal}>
          <MoneyText amount={record.subtotal} />
        </Fact>
        <Fact name={factWords.taxRate}>
          {record.tax_rate === null ? '' : factWords.percent({ rate: record.tax_rate })}
        </Fact>
        <Fact name={fieldLabels.total_amount}>
          <MoneyText amount={record.total_amount} />
        </Fact>
        <Fact name={fieldLabels.description} long>
          {otherDescription(record.description)}
        </Fact>
        <Fact name={fieldLabels.terms_and_conditions} long>
          {record.terms_and_conditions.trim()}
        </Fact>
        <Fact name={fieldLabels.notes} long>
          {record.notes.trim()}
        </Fact>
      </Facts>
      <ClaimFacts title={claimWords.title} text={record.description} />
    </>
  );
}
