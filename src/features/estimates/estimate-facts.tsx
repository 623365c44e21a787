import { ClaimFacts, JobContact } from '../../crud/record/contact-facts.tsx';
import { RecordCard, RecordColumn, RecordColumns } from '../../crud/record/record-cards.tsx';
import { RecordLink } from '../../crud/record-link.tsx';
import type { FactsProps } from '../../crud/resource-view.ts';
import { freeText } from '../../domain/day/text-blocks.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { ESTIMATE_BLOCKS } from '../../domain/papers/item-sums.ts';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { fieldLabels } from '../../words/common.ts';
import { claimWords } from '../../words/jobs.ts';
import { EstimateBill } from './estimate-bill.tsx';

export default function EstimateFacts({ record }: FactsProps<Estimate>) {
  return (
    <RecordColumns>
      <RecordColumn>
        <RecordCard>
          <EstimateBill estimate={record} />
        </RecordCard>
        <ClaimFacts title={claimWords.title} text={record.description} isCard />
      </RecordColumn>
      <RecordCard>
        <JobContact resource="customers" id={record.customer} address="" />
        <Facts folds>
          <Fact name={fieldLabels.customer}>
            <RecordLink resource="customers" id={record.customer} />
          </Fact>
          <Fact name={fieldLabels.estimate_number}>{record.estimate_number.trim()}</Fact>
          <Fact name={fieldLabels.description} long>
            {freeText(record.description, ESTIMATE_BLOCKS).trim()}
          </Fact>
          <Fact name={fieldLabels.terms_and_conditions} long>
            {record.terms_and_conditions.trim()}
          </Fact>
          <Fact name={fieldLabels.notes} long>
            {record.notes.trim()}
          </Fact>
        </Facts>
      </RecordCard>
    </RecordColumns>
  );
}
