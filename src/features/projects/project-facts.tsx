import { ClaimFacts, JobContact } from '../../crud/record/contact-facts.tsx';
import { RecordCard, RecordColumns } from '../../crud/record/record-cards.tsx';
import { RecordLink } from '../../crud/record-link.tsx';
import type { FactsProps } from '../../crud/resource-view.ts';
import { DayText } from '../../crud/time.tsx';
import { addressLines } from '../../domain/address.ts';
import { otherDescription } from '../../domain/day/claim.ts';
import type { Project } from '../../domain/project.ts';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/format-values.tsx';
import { fieldLabels } from '../../words/common.ts';
import { claimWords, factWords } from '../../words/jobs.ts';

export default function ProjectFacts({ record }: FactsProps<Project>) {
  const site = addressLines(record);
  return (
    <RecordColumns>
      <RecordCard>
        <JobContact resource="customers" id={record.customer} address={site.join(', ')} />
        <Facts folds>
          <Fact name={fieldLabels.customer}>
            <RecordLink resource="customers" id={record.customer} />
          </Fact>
          <Fact name={fieldLabels.estimated_cost} blank={record.estimated_cost === null}>
            <MoneyText amount={record.estimated_cost} />
          </Fact>
          <Fact name={fieldLabels.start_date} blank={record.start_date === null}>
            <DayText value={record.start_date} />
          </Fact>
          <Fact
            name={fieldLabels.estimated_completion_date}
            blank={record.estimated_completion_date === null}
          >
            <DayText value={record.estimated_completion_date} />
          </Fact>
          <Fact name={factWords.address} wide blank={site.length === 0}>
            <Lines lines={site} />
          </Fact>
          <Fact name={fieldLabels.description} long>
            {otherDescription(record.description)}
          </Fact>
        </Facts>
      </RecordCard>
      <ClaimFacts title={claimWords.title} text={record.description} isCard />
    </RecordColumns>
  );
}
