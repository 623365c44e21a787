import { Button } from '@mantine/core';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useReferenced } from '../../records/use-records.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { listToolsWords, listWords } from '../../words/list.ts';
import css from './list-tools.module.css';

interface Props {
  readonly resource: ResourceName;
  /** Local id of the record that was just made. */
  readonly made: string;
  readonly onShow: () => void;
}

/** Says that what was just made is there, although the search or a filter hides it. */
export function MadeNotice({ resource, made, onShow }: Props) {
  // A list learns of it a moment later.
  const { row } = useReferenced(resource, made);
  if (!row) return null;
  const { label } = resourceSpecs[resource];
  return (
    <div className={css['hidden']} role="status">
      <Notice
        tone="info"
        action={
          <Button variant="default" onClick={onShow}>
            {listWords.showAll({ nouns: label.plural.toLowerCase() })}
          </Button>
        }
      >
        {listToolsWords.newIsHidden({ noun: label.noun })}
      </Notice>
    </div>
  );
}
