import { type MouseEvent, memo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { readable } from '../../../crud/readable.ts';
import { opensHere, recordPath, SyncMark, syncPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import type { Place } from '../../../domain/schedule/gestures.ts';
import { fixedBecause } from '../../../domain/schedule/move.ts';
import {
  WORK_ORDER_PRIORITIES,
  WORK_ORDER_STATUSES,
  type WorkOrder,
  workOrderSpec,
} from '../../../domain/work-order.ts';
import { ChoiceChip, choiceLabel, toneOf } from '../../../ui/fields/choice-chip.tsx';
import { hintWords, scheduleWords } from '../../../words/schedule.ts';
import { dragJob } from './drag.ts';
import css from './job-card.module.css';
import { shortTime, timeSaid } from './schedule-said.ts';
import type { Board, JobSlot } from './schedule-types.ts';

type HintKind = keyof typeof hintWords & ('twoAtOnce' | 'outsideHours' | 'past');

/** The place in parts, so that `memo` can compare them. */
interface Props extends Place {
  readonly slot: JobSlot;
  readonly board: Board;
  /** Separated by spaces, so that `memo` can compare them. */
  readonly hints?: string;
  /** The others on the crew. */
  readonly others?: string;
  /** Keys carry it. */
  readonly carried?: boolean;
  /** Drawn above the title, as the day of a late job. */
  readonly note?: string;
  /** Cannot be dragged, because a phone shows no place to drop it. */
  readonly isStill?: boolean;
  /** Time, title and status alone. */
  readonly compact?: boolean;
}

/** Plain markup and few components, because a week has hundreds of cards. The screen opens their links: see `useCardClick`. */
export const JobCard = memo(function JobCard(props: Props) {
  const {
    slot,
    board,
    hints = '',
    others = '',
    carried = false,
    note,
    compact = false,
    isStill = false,
    ...place
  } = props;
  const { row } = slot;
  const { path } = useResourceView('workOrders');
  const record = readable('workOrders', row.view) as unknown as WorkOrder;
  const isFixed = fixedBecause(record) !== null;
  const title = workOrderSpec.title(record);
  const to = row.mark === 'attention' ? syncPath('workOrders', row.localId) : recordPath(path, row);
  const more = scheduleWords.moreFor({ title });
  const crew = others === '' ? '' : scheduleWords.withOthers({ names: others });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the link
    <article
      className={css.card}
      data-id={row.localId}
      data-fixed={isFixed || undefined}
      data-carried={carried || undefined}
      data-compact={compact || undefined}
      aria-busy={row.isSaving}
      data-tone={toneOf(record.status)}
      draggable={!(isFixed || isStill || row.isSaving) || undefined}
      onDragStart={(event) => dragJob(event, slot, place)}
      onKeyDown={(event) => board.press(event, slot, place)}
    >
      <a href={to} className={css.open} data-record data-stop tabIndex={-1} draggable={false}>
        {note !== undefined && <span className={css.note}>{note}</span>}
        <span className={css.top}>
          <span>{timeOf(slot)}</span>
          {!compact && <ChoiceChip value={record.priority} choices={WORK_ORDER_PRIORITIES} />}
        </span>
        <span className={css.title}>{title}</span>
        {!compact && record.city.trim() !== '' && <span className={css.city}>{record.city}</span>}
        {crew !== '' && (
          <span className={css.city} title={crew}>
            {crew}
          </span>
        )}
        <span className={css.status}>{choiceLabel(record.status, WORK_ORDER_STATUSES)}</span>
        {hints !== '' &&
          hints.split(' ').map((kind) => (
            <span key={kind} className={css.hint} data-kind={kind}>
              {hintWords[kind as HintKind]}
            </span>
          ))}
        {row.mark !== 'synced' && <SyncMark mark={row.mark} />}
      </a>
      <button
        type="button"
        className={css.more}
        data-more
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={more}
        title={more}
        onClick={({ currentTarget }) => board.menu(slot, currentTarget)}
      />
    </article>
  );
});

function timeOf(slot: JobSlot): ReactNode {
  const { from, to } = slot;
  const said = shortTime(slot);
  if (said === '') return null;
  if (from === null || to !== null) return <strong className={css.time}>{said}</strong>;
  return (
    <strong className={css.time}>
      <span aria-hidden>{said}</span>
      <span className={css.unseen}>{scheduleWords.noEnd({ time: timeSaid(slot) })}</span>
    </strong>
  );
}

/** For `onClick` of an element that contains cards. */
export function useCardClick(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-record]') : null;
    const path = link?.getAttribute('href');
    if (!path || event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    void navigate(path);
  };
}
