import { Button } from '@mantine/core';
import { DiscardQuestion } from '../../../crud/form/kept-draft.tsx';
import { visitWords } from '../../../words/drying.ts';
import type { Visit } from './use-visit.ts';

interface Props {
  readonly visit: Visit;
  readonly asking: boolean;
  readonly onAsking: (asking: boolean) => void;
  readonly onLeave: () => void;
}

export function DiscardVisit({ visit, asking, onAsking, onLeave }: Props) {
  return (
    <>
      <Button variant="subtle" onClick={() => onAsking(true)}>
        {visitWords.discard}
      </Button>
      {asking && (
        <DiscardQuestion
          words={visitWords.kept}
          onKeep={() => onAsking(false)}
          onDiscard={() => {
            visit.drop();
            onLeave();
          }}
        />
      )}
    </>
  );
}
