import { Button } from '@mantine/core';
import { counted } from '../../crud/list/counted.ts';
import { titleOf } from '../../crud/readable.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { answerAbsence } from '../../records/answer-questions.ts';
import type { AbsenceQuestion as Question } from '../../records/questions.ts';

import { useRecordServices } from '../../records/record-services.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatFull } from '../../ui/text/format-date.ts';
import { listed } from '../../ui/text/listed.ts';
import { absenceWords } from '../../words/record.ts';
import css from './sync-screen.module.css';
import { Ways } from './ways.tsx';

/** Records that are named. */
const NAMED = 3;

/** More than half of a list is missing on the server: a person says whether to believe it. */
export function AbsenceQuestion({
  question: { resource, missing, held, at },
}: {
  readonly question: Question;
}) {
  const services = useRecordServices();
  const { label } = resourceSpecs[resource];
  const names = missing
    .map((id) => services.collections[resource].find(String(id)))
    .flatMap((found) => (found ? [titleOf(resource, found.view)] : []))
    .slice(0, NAMED);
  const more = missing.length - names.length;
  return (
    <li className={css['change']}>
      <p className={css['title']}>
        {absenceWords.missing({ count: missing.length, held: counted(held, label) })}
      </p>
      <p className={css['what']}>{absenceWords.noticed({ time: formatFull(at) })}</p>
      <div className={css['said']}>
        <Notice tone="warning">
          {names.length > 0 && (
            <p>{listed(more > 0 ? [...names, absenceWords.more({ count: more })] : names)}</p>
          )}
          <p>{absenceWords.why}</p>
        </Notice>
      </div>
      <p className={css['hint']}>{absenceWords.ways}</p>
      <Ways title={absenceWords.missingRecords({ records: label.plural.toLowerCase() })}>
        <Button variant="default" onClick={() => void answerAbsence(services, resource, 'remove')}>
          {absenceWords.remove}
        </Button>
        <Button variant="default" onClick={() => void answerAbsence(services, resource, 'keep')}>
          {absenceWords.keep}
        </Button>
      </Ways>
    </li>
  );
}
