import { useEffect, useEffectEvent, useState } from 'react';
import { readChecklist } from '../../../domain/day/checklist.ts';
import { readText } from '../../../domain/field.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import FinishQuestion from './finish-question.tsx';

interface Props {
  readonly fields: Fields;
  readonly onBack: () => void;
  readonly onGoOn: () => void;
}

/** Goes on without a question if nothing on the checklist is open. */
export default function CompleteQuestion({ fields, onBack, onGoOn }: Props) {
  // As asked: a tick that arrives meanwhile is no answer.
  const [open] = useState(() => readChecklist(readText(fields['notes'])).filter(({ done }) => !done));
  const goOn = useEffectEvent(onGoOn);
  useEffect(() => {
    if (open.length === 0) goOn();
  }, [open]);
  if (open.length === 0) return null;
  return <FinishQuestion open={open} onBack={onBack} onFinish={onGoOn} />;
}
