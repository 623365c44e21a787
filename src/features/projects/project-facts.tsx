import { DayText } from '../../crud/day-text.tsx';
import { ClaimFacts } from '../../crud/record/claim-facts.tsx';
import { JobContact } from '../../crud/record/job-contact.tsx';
import { RecordLink } from '../../crud/record-name.tsx';
import type { FactsProps } from '../../crud/resource-view.ts';
import { addressLines } from '../../domain/address.ts';
import { otherDescription } from '../../domain/day/claim.ts';
import type { Project } from '../../domain/project.ts';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { fieldLabels } from '../../words/common.ts';
import { claimWords, factWords } from '../../words/jobs.ts';

export default function ProjectFacts({ record }: FactsProps<Project>) {
  const site = addressLines(record);
  return (
    <>
      <JobContact resource="customers" id={record.customer} address={site.join(', ')} />
      <Facts>
        <Fact name={fieldLabels.customer}>
          <RecordLink resource="customers" id={record.customer} />
        </Fact>
        <Fact name={fieldLabels.estimated_cost}>
          <MoneyText amount={record.estimated_cost} />
        </Fact>
        <Fact name={fieldLabels.start_date}>
          <DayText value={record.start_date} />
        </Fact>
        <Fact name={fieldLabels.estimated_completion_date}>
          <DayText value={record.estimated_completion_date} />
        </Fact>
        <Fact name={factWords.address} wide>
          <Lines lines={site} />
        </Fact>
        <Fact name={fieldLabels.description} long>
          {otherDescription(record.description)}
        </Fact>
      </Facts>
      <ClaimFacts title={claimWords.title} text={record.description} />
    </>
  );
}
