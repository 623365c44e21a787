import { LazySlot } from '../ui/feedback/lazy-slot.tsx';
import type { ResourceView, StatusQuestionProps } from './resource-view.ts';

interface Props extends StatusQuestionProps {
  readonly view: ResourceView;
  readonly isAsked: boolean;
}

/** The question that this kind of record asks before its `asksBefore` status. */
export function StatusQuestion({ view, isAsked, ...question }: Props) {
  const { asksBefore } = view;
  return (
    <LazySlot onClose={question.onBack}>
      {asksBefore && isAsked && <asksBefore.Question {...question} />}
    </LazySlot>
  );
}
