import { readable } from '../../../crud/readable.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { CardMenu } from './card-menu.tsx';
import type { ScheduleData } from './schedule-types.ts';
import type { BoardState } from './use-board.ts';

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'));
const RepeatDialog = lazyPart(() => import('./repeat-dialog.tsx'));
const AssignDialog = lazyPart(() => import('../day/assign-dialog.tsx'));

interface Props {
  readonly state: BoardState;
  readonly data: ScheduleData;
}

/** The menu and the dialogs of one job. Once for all cards, because there may be hundreds. */
export function BoardLayers({ state, data }: Props) {
  const { board, asked, opened, closeDialog, closeMenu } = state;
  return (
    <>
      {opened && <CardMenu {...opened} board={board} onClose={closeMenu} />}
      <LazySlot onClose={closeDialog}>
        {asked?.question === 'move' && (
          <MoveDialog slot={asked.slot} data={data} board={board} onClose={closeDialog} />
        )}
        {asked?.question === 'repeat' && <RepeatDialog row={asked.slot.row} onClose={closeDialog} />}
        {asked?.question === 'assign' && (
          <AssignDialog
            localId={asked.slot.row.localId}
            record={readable('workOrders', asked.slot.row.view) as unknown as WorkOrder}
            onClose={closeDialog}
          />
        )}
      </LazySlot>
    </>
  );
}
