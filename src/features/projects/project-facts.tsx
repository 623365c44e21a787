import { DayText } from '../../crud/day-text.tsx';
import { JobContact } from '../../crud/record/job-contact.tsx';
import { RecordLink } from '../../crud/record-name.tsx';
import { addressLines } from '../../domain/address.ts';
import type { Project } from '../../domain/project.ts';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';

/** All that is known of a project, with ways to reach its customer and its site. */
export default function ProjectFacts({ record }: { readonly record: Project }) {
  const site = addressLines(record);
  return (
    <>
      <JobContact resource="customers" id={record.customer} address={site.join(', ')} />
      <Facts>
        <Fact name="Customer">
          <RecordLink resource="customers" id={record.customer} />
        </Fact>
        <Fact name="Estimated Cost">
          <MoneyText amount={record.estimated_cost} />
        </Fact>
        <Fact name="Start Date">
          <DayText value={record.start_date} />
        </Fact>
        <Fact name="Estimated Completion Date">
          <DayText value={record.estimated_completion_date} />
        </Fact>
        <Fact name="Address" wide>
          <Lines lines={site} />
        </Fact>
        <Fact name="Description" long>
          {record.description.trim()}
        </Fact>
      </Facts>
    </>
  );
}
