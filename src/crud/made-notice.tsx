import { Button } from '@mantine/core';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { type RecordRow, useReferenced } from '../records/use-records.ts';
import { Notice } from '../ui/notice.tsx';
import css from './resource-list-screen.module.css';

export interface MadeNoticeProps {
  readonly resource: ResourceName;
  /** Local id of the record that was just made. */
  readonly made: string | null;
  readonly rows: readonly RecordRow<Fields>[];
  readonly onShow: () => void;
}

/** Says that what was just made is there, although the search or a filter hides it. A lazy chunk. */
export default function MadeNotice({ resource, made, rows, onShow }: MadeNoticeProps) {
  // A list learns of it a moment later.
  const { row } = useReferenced(resource, made);
  if (!row || rows.some(({ localId }) => localId === made)) return null;
  const { label } = resourceSpecs[resource];
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
