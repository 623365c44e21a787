import { Fragment } from 'react';
import { PaperFacts } from '../../crud/paper/paper-facts.tsx';
import { PaperSection } from '../../crud/paper/paper-section.tsx';
import { linesBesideItems, readChecklist } from '../../domain/day/checklist.ts';
import { readClockTime } from '../../domain/day/clock-time.ts';
import { LOG, linesBesideEntries, readEntries } from '../../domain/day/entries.ts';
import { linesBesideJob, readJob, STEPS, stepTaken } from '../../domain/day/job.ts';
import { readSigned, type SignedStamp } from '../../domain/day/signed-stamp.ts';
import { localOffset } from '../../domain/day/stamp.ts';
import { formatClock, formatFull } from '../../ui/text/format-date.ts';
import { jobWords } from '../../words/job.ts';
import { paperWords } from '../../words/record.ts';
import css from './paper-job.module.css';

interface Props {
  readonly notes: string;
}

/** Returns a job's time of day as a person says it; as it is written where it cannot be read. */
export function paperTime(notes: string): string {
  const { time } = readJob(notes);
  const read = readClockTime(time);
  return read === null ? time : formatClock(read);
}

/** Lists a job's crew, its project and the steps that were taken. @param warnings with the crew's flags */
export function PaperJob({ notes, warnings }: Props & { readonly warnings: boolean }) {
  const { crew, flags, project } = readJob(notes);
  return (
    <PaperFacts
      as="wide"
      facts={[
        [jobWords.flags, warnings ? flags.join(', ') : ''],
        [jobWords.crew, crew.join(', ')],
        [jobWords.project, project],
        ...STEPS.map(
          (step) => [paperWords[step], signedOnPaper(stepTaken(notes, step, localOffset))] as const,
        ),
        [paperWords.moreOfJob, warnings ? linesBesideJob(notes).join('\n') : ''],
      ]}
    />
  );
}

/** Draws the checklist as a table, with a box to tick by hand for what is open. */
export function PaperChecklist({ notes }: Props) {
  const items = readChecklist(notes);
  const others = linesBesideItems(notes);
  if (items.length + others.length === 0) return null;
  return (
    <PaperSection heading={jobWords.checklist}>
      <table className={css['checklist']}>
        <tbody>
          {items.map(({ text, done, by, line }) => (
            <tr key={line}>
              <td>
                <span className={css['box']}>{done && '✓'}</span>
              </td>
              <td>{text}</td>
              <td>{done ? signedOnPaper(readSigned(by, localOffset)) || by || paperWords.done : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 0 && <p>{others.join('\n')}</p>}
    </PaperSection>
  );
}

/** Draws the crew's log, the oldest entry first. */
export function PaperLog({ notes }: Props) {
  const entries = readEntries(notes, LOG, localOffset);
  const others = linesBesideEntries(notes, LOG);
  if (entries.length + others.length === 0) return null;
  return (
    <PaperSection heading={jobWords.log}>
      <dl className={css['log']}>
        {entries.map((entry) => (
          <Fragment key={entry.lines[0]}>
            <dt>{signedOnPaper(entry)}</dt>
            <dd>{entry.text}</dd>
          </Fragment>
        ))}
      </dl>
      {others.length > 0 && <p>{others.join('\n')}</p>}
    </PaperSection>
  );
}

/** Returns 'Nov 23, 2026, 8:42 AM · Ann Lee', with the year: nobody knows when a paper is read. */
function signedOnPaper(stamp: SignedStamp | null): string {
  return stamp ? [formatFull(stamp.at), stamp.who].filter((part) => part !== '').join(' · ') : '';
}
