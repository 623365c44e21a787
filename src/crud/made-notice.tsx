import { Button } from '@mantine/core';
import type { Fields, ResourceLabel } from '../domain/resource-spec.ts';
import type { RecordRow } from '../records/use-records.ts';
import { Notice } from '../ui/notice.tsx';
import css from './resource-list-screen.module.css';

interface Props {
  readonly label: ResourceLabel;
  /** Local id of the record that was just made. */
  readonly made: string | null;
  readonly rows: readonly RecordRow<Fields>[];
  readonly onShow: () => void;
}

/** Says that what was just made is there, although the search or a filter hides it. */
export function MadeNotice({ label, made, rows, onShow }: Props) {
  if (made === null || rows.some(({ localId }) => localId === made)) return null;
  return (
    <div className={css['hidden']} role="status">
      <Notice
        tone="info"
        action={
          <Button variant="default" onClick={onShow}>
            Show all {label.plural.toLowerCase()}
          </Button>
        }
      >
        The new {label.noun} is saved. The search or filter hides it.
      </Notice>
    </div>
  );
}
