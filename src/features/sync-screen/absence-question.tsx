import { Button } from '@mantine/core';
import { counted } from '../../crud/list/counted.ts';
import { titleOf } from '../../crud/readable.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { answerAbsence } from '../../records/decisions.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { AbsenceQuestion as Question } from '../../records/use-questions.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatFull } from '../../ui/text/format-time.ts';
import { listed } from '../../ui/text/listed.ts';
import css from './sync-screen.module.css';
import { Ways } from './ways.tsx';

/** So many are named. */
const NAMED = 3;

/** More than half of a list is missing on the server: a person says whether to believe it. */
export function AbsenceQuestion({
  question: { resource, missing, held, at },
}: {
  readonly question: Question;
}) {
  const services = useRecordServices();
  const { label } = resourceSpecs[resource];
  const plural = label.plural.toLowerCase();
  const names = missing
    .map((id) => services.collections[resource].find(String(id)))
    .flatMap((found) => (found ? [titleOf(resource, found.view)] : []))
    .slice(0, NAMED);
  const more = missing.length - names.length;
  return (
    <li className={css['change']}>
      <p className={css['title']}>
        {missing.length.toLocaleString()} of {counted(held, label)} are missing on the server
      </p>
      <p className={css['what']}>Noticed {formatFull(at)}</p>
      <div className={css['said']}>
        <Notice tone="warning">
          <p>
            {names.length > 0 &&
              `${listed(more > 0 ? [...names, `${more.toLocaleString()} more`] : names)}. `}
            Someone may have deleted them, or the server is not showing everything. Ask the office if you are
            not sure.
          </p>
        </Notice>
      </div>
      <p className={css['hint']}>
        ‘Remove’ takes each of them off this device once the server has confirmed that it is gone. ‘Keep’
        leaves them here.
      </p>
      <Ways title={`missing ${plural}`}>
        <Button variant="default" onClick={() => void answerAbsence(services, resource, 'remove')}>
          Remove from this device
        </Button>
        <Button variant="default" onClick={() => void answerAbsence(services, resource, 'keep')}>
          Keep
        </Button>
      </Ways>
    </li>
  );
}
