import { readable } from '../../../crud/readable.ts';
import type { CrewChange } from '../../../domain/day/job.ts';
import { refusalOf } from '../../../domain/schedule/move.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { refusalWords } from '../../../words/schedule.ts';
import { CardMenu } from './card-menu.tsx';
import type { JobSlot, ScheduleData } from './schedule-types.ts';
import type { BoardState } from './use-board.ts';

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'));
const RepeatDialog = lazyPart(() => import('./repeat-dialog.tsx'));
const AssignDialog = lazyPart(() => import('../day/assign-dialog.tsx'));

interface Props {
  readonly state: BoardState;
  readonly data: ScheduleData;
}

interface AssignProps {
  readonly slot: JobSlot;
  readonly data: ScheduleData;
  readonly onClose: () => void;
}

/** Refuses what a drag would be refused. */
function Assign({ slot: { row }, data: { today, slots }, onClose }: AssignProps) {
  const record = readable('workOrders', row.view) as unknown as WorkOrder;
  function refuse(job: WorkOrder, crew: CrewChange): string | null {
    const because = refusalOf(job, { crew }, { today, dates: slots.dates });
    return because && refusalWords[because];
  }
  return <AssignDialog {...{ localId: row.localId, record, refuse, onClose }} />;
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
        {asked?.question === 'assign' && <Assign slot={asked.slot} data={data} onClose={closeDialog} />}
      </LazySlot>
    </>
  );
}
