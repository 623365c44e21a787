import { useState } from 'react';
import { readable } from '../../../crud/readable.ts';
import { useResourceView } from '../../../crud/resource-view.ts';
import { StatusQuestion } from '../../../crud/status-question.tsx';
import { pushKey, reasonOf } from '../../../domain/push/push.ts';
import { fixedBecause } from '../../../domain/schedule/move.ts';
import { bringBack, putAside } from '../../../records/push-asides.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import type { MenuEntry } from '../../../ui/feedback/menu.tsx';
import { MenuButton } from '../../../ui/feedback/menu-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoreIcon } from '../../../ui/icons.ts';
import { estimateSteps } from '../../../words/estimates.ts';
import { pushWords } from '../../../words/push.ts';
import { type OnProblem, PushProblem } from './push-alert.tsx';
import { asideDays, moveDays } from './push-said.ts';
import { type StepProps, useExtend, useMove } from './push-step.tsx';
import { rowOf } from './use-pushes.ts';

interface MenuProps extends StepProps {
  readonly aside: string | undefined;
  readonly onProblem: OnProblem;
}

export function PushMenu(props: MenuProps) {
  const { push, today, title, change, aside, onProblem } = props;
  const view = useResourceView(push.kind);
  const services = useRecordServices();
  const [failed, setFailed] = useState(false);
  const [asking, setAsking] = useState(false);
  const others = useOtherSteps(props, () => setAsking(true));
  const store = (until: string | null): void => {
    const key = pushKey(push);
    const reason = reasonOf(push);
    const done =
      until === null ? bringBack(services, key) : putAside(services, key, { until, reason, today });
    done.then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  const away: readonly MenuEntry[] =
    aside === undefined
      ? asideDays(today).map(({ day, label }, place) => ({
          key: `until-${day}`,
          label,
          isApart: place === 0,
          onChoose: () => store(day),
        }))
      : [{ key: 'back', label: pushWords.bringBack, isApart: true, onChoose: () => store(null) }];
  return (
    <>
      <MenuButton label={pushWords.moreFor({ title })} position="bottom-end" entries={[...others, ...away]}>
        {(opener) => (
          <IconButton label={pushWords.moreFor({ title })} {...opener}>
            <MoreIcon size={20} aria-hidden />
          </IconButton>
        )}
      </MenuButton>
      <StatusQuestion
        view={view}
        isAsked={asking}
        fields={readable(push.kind, rowOf(push).view)}
        onBack={() => setAsking(false)}
        onGoOn={() => {
          setAsking(false);
          void change.tap(() => (fields) => ({ ...fields, status: 'completed' }));
        }}
      />
      <PushProblem title={title} text={failed ? pushWords.notAside : null} onProblem={onProblem} />
    </>
  );
}

function useOtherSteps({ push, today, change }: StepProps, onComplete: () => void): readonly MenuEntry[] {
  const move = useMove({ change, today });
  const extend = useExtend({ change, today });
  const setStatus = (status: string, label: string): MenuEntry => ({
    key: status,
    label,
    disabled: change.busy,
    onChoose: () => void change.tap(() => (fields) => ({ ...fields, status })),
  });
  const decisions = [
    setStatus('accepted', estimateSteps.accepted),
    setStatus('rejected', estimateSteps.rejected),
  ];
  switch (push.rule) {
    case 'overdue': {
      const days = fixedBecause(push.row.view) === null ? moveDays(today) : [];
      return [
        ...days.map(({ day, label }) => ({
          key: `to-${day}`,
          label,
          disabled: change.busy,
          onChoose: () => move(day),
        })),
        { key: 'completed', label: pushWords.complete, disabled: change.busy, onChoose: onComplete },
      ];
    }
    case 'quietEstimate':
      return decisions;
    case 'runsOut':
      return [
        ...decisions,
        { key: 'extend', label: pushWords.extend, disabled: change.busy, onChoose: extend },
      ];
    case 'ranOut':
      return [...decisions, setStatus('expired', pushWords.expired)];
    case 'quietJob':
    case 'notPlanned':
    case 'projectNotPlanned':
    case 'noEstimate':
      return [];
    default:
      return push satisfies never;
  }
}
