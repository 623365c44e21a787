import { Link } from 'react-router-dom';
import { titleOf } from '../../../crud/readable.ts';
import { recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { fixedBecause } from '../../../domain/schedule/move.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import type { MenuEntry } from '../../../ui/feedback/menu.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { moveWords, scheduleWords } from '../../../words/schedule.ts';
import { repeatWords } from '../../../words/schedule-more.ts';
import css from './card-menu.module.css';
import type { Board, JobSlot } from './schedule-types.ts';

const Menu = lazyPart(() => import('../../../ui/feedback/menu.tsx'));

interface Props {
  readonly slot: JobSlot;
  readonly opener: HTMLElement;
  readonly board: Board;
  readonly onClose: () => void;
}

/** Does without dragging what dragging does (WCAG 2.5.7). */
export function CardMenu({ slot, opener, board, onClose }: Props) {
  const { row } = slot;
  const { path } = useResourceView('workOrders');
  const isFixed = fixedBecause(row.view) !== null;
  const entries: readonly MenuEntry[] = [
    { key: 'move', label: moveWords.move, onChoose: () => board.ask(slot, 'move') },
    { key: 'assign', label: moveWords.assign, onChoose: () => board.ask(slot, 'assign') },
    {
      key: 'take-off',
      label: moveWords.takeOff,
      disabled: slot.day === null,
      onChoose: () => void board.move(slot, { day: null }),
    },
  ];
  const repeat: MenuEntry = {
    key: 'repeat',
    label: repeatWords.repeat,
    onChoose: () => board.ask(slot, 'repeat'),
  };
  const open: MenuEntry = {
    key: 'open',
    label: moveWords.open,
    isApart: true,
    asLink: (props) => <Link {...props} to={recordPath(path, row)} />,
  };
  return (
    <div className={css.menu}>
      <LazySlot onClose={onClose}>
        <Menu
          label={scheduleWords.moreFor({ title: titleOf('workOrders', row.view) })}
          position="bottom-end"
          entries={isFixed ? [repeat, open] : [...entries, repeat, open]}
          opener={opener}
          onClose={onClose}
        />
      </LazySlot>
    </div>
  );
}
