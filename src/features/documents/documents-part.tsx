import type { PartProps } from '../../crud/record/record-tabs.tsx';
import { MakeDocuments } from './make-documents.tsx';

/** The documents of an estimate or a work order. A lazy chunk. */
export default function DocumentsPart({ resource, row }: PartProps) {
  return <MakeDocuments resource={resource} row={row} />;
}
