import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/text/page-title.ts';
import { dayWords } from '../../../words/job.ts';
import { TodayPanel } from './today-panel.tsx';

/** /today: the jobs of a day, each with its next step. */
export default function TodayScreen() {
  usePageTitle(dayWords.today);
  return (
    <>
      <PageHeader inBar title={dayWords.today} />
      <TodayPanel otherWeeks />
    </>
  );
}
