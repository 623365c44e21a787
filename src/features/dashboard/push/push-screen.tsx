import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CopyAge } from '../../../crud/list/device-copy.tsx';
import { nameKey } from '../../../domain/day/person-names.ts';
import { pushesOfCrew } from '../../../domain/push/list-pushes.ts';
import { PUSH_RULES, type Push, type PushRule, pushKey } from '../../../domain/push/push.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { screenTitles } from '../../../words/common.ts';
import { formatCount } from '../../../words/formats.ts';
import { pushRules, pushWords } from '../../../words/push.ts';
import css from './push.module.css';
import { type PushForm, PushFormSlot } from './push-form.tsx';
import { PushItem } from './push-item.tsx';
import { useDrawn } from './use-drawn.ts';
import { type Pushes, usePushes } from './use-pushes.ts';

/** Everything that needs a push, by rule. */
export default function PushScreen() {
  usePageTitle(screenTitles.push);
  const pushes = usePushes();
  const [form, setForm] = useState<PushForm | null>(null);
  return (
    <>
      <PageHeader inBar title={screenTitles.push} note={<CopyAge>{pushWords.source}</CopyAge>} />
      {pushes ? <Found {...pushes} onAdd={setForm} /> : <p role="status">{pushWords.looking}</p>}
      <PushFormSlot form={form} onClose={() => setForm(null)} />
    </>
  );
}

interface FoundProps extends Pushes {
  readonly onAdd: (form: PushForm) => void;
}

function Found(pushes: FoundProps) {
  const { shown, today, isWhole, onAdd } = pushes;
  const [crew, chooseCrew] = useCrewAddress();
  const theirs = useCrew(shown, crew);
  const groups = useMemo(() => grouped(theirs?.pushes ?? []), [theirs]);
  const [limits, setLimits] = useState<Partial<Record<PushRule, number>>>({});
  const wanted = groups.map(([rule, members]) => Math.min(limits[rule] ?? PAGE, members.length));
  const drawn = useDrawn(wanted.reduce((sum, count) => sum + count, 0));
  return (
    <>
      {!isWhole && <Notice tone="info">{pushWords.incomplete}</Notice>}
      <CrewFilter names={theirs?.names ?? []} chosen={crew} onChoose={chooseCrew} />
      {theirs?.pushes.length === 0 && (
        <EmptyState
          picture="dry"
          title={crew === '' ? pushWords.noneTitle : pushWords.noneOfCrew({ name: crew })}
        >
          {pushWords.noneHint}
        </EmptyState>
      )}
      {groups.map(([rule, members], place) => {
        const before = wanted.slice(0, place).reduce((sum, count) => sum + count, 0);
        const limit = wanted[place] ?? 0;
        return (
          drawn > before && (
            <Group
              key={rule}
              rule={rule}
              pushes={members}
              drawn={Math.min(limit, drawn - before)}
              today={today}
              onAdd={onAdd}
              onMore={() => setLimits({ ...limits, [rule]: limit + PAGE })}
            />
          )
        );
      })}
      <PutAway {...pushes} />
    </>
  );
}

/** The crew's name is in the address. '' shows everything. */
function useCrewAddress(): readonly [string, (name: string) => void] {
  const [address, setAddress] = useSearchParams();
  const choose = (name: string): void => {
    setAddress(
      (before) => {
        before.delete('crew');
        if (name !== '') before.set('crew', name);
        return before;
      },
      { replace: true },
    );
  };
  return [address.get('crew') ?? '', choose];
}

function useCrew(pushes: readonly Push[], crew: string) {
  const work = useMemo(() => () => pushesOfCrew(pushes, crew), [pushes, crew]);
  return useInSteps({ work, size: pushes.length, about: crew });
}

function grouped(pushes: readonly Push[]): readonly (readonly [PushRule, readonly Push[]])[] {
  const groups = new Map<PushRule, Push[]>(PUSH_RULES.map((rule) => [rule, []]));
  for (const push of pushes) groups.get(push.rule)?.push(push);
  return [...groups].filter(([, members]) => members.length > 0);
}

interface CrewFilterProps {
  readonly names: readonly string[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function CrewFilter({ names, chosen, onChoose }: CrewFilterProps) {
  if (names.length === 0 && chosen === '') return null;
  const known = names.find((name) => nameKey(name) === nameKey(chosen));
  const sorted = [...names].sort((one, other) => one.localeCompare(other));
  return (
    <NativeSelect
      className={css.crew}
      label={pushWords.crew}
      value={known ?? chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      data={[
        { value: '', label: pushWords.everybody },
        ...(chosen !== '' && !known ? [chosen] : []),
        ...sorted,
      ]}
    />
  );
}

/** How many more each press shows. */
const PAGE = 20;

interface GroupProps {
  readonly rule: PushRule;
  readonly pushes: readonly Push[];
  readonly drawn: number;
  readonly today: string;
  readonly onAdd: (form: PushForm) => void;
  readonly onMore: () => void;
}

function Group({ rule, pushes, drawn, today, onAdd, onMore }: GroupProps) {
  const more = Math.min(PAGE, pushes.length - drawn);
  const id = `push-${rule}`;
  return (
    <section aria-labelledby={id} className={css.group}>
      <h2 id={id} className={css.head}>
        <span>{pushRules[rule]}</span> <span className={css.count}>{formatCount(pushes.length)}</span>
      </h2>
      <ul className={css.items}>
        {pushes.slice(0, drawn).map((push) => (
          <PushItem key={pushKey(push)} push={push} today={today} onAdd={onAdd} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" fullWidth className={css.more} onClick={onMore}>
          {pushWords.more({ count: formatCount(more), all: formatCount(pushes.length) })}
        </Button>
      )}
    </section>
  );
}

function PutAway({ aside, asides, today, onAdd }: FoundProps) {
  const [open, setOpen] = useState(false);
  if (aside.length === 0) return null;
  return (
    <section className={css.away} aria-label={pushWords.aside({ count: aside.length })}>
      <p className={css.awayHead}>
        <span>{pushWords.aside({ count: aside.length })}</span>
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? pushWords.hideAside : pushWords.showAside}
        </Button>
      </p>
      <ul className={css.items}>
        {open &&
          aside.slice(0, 5 * PAGE).map((push) => {
            const until = asides.get(pushKey(push)) ?? today;
            return <PushItem key={pushKey(push)} push={push} today={today} aside={until} onAdd={onAdd} />;
          })}
      </ul>
    </section>
  );
}
