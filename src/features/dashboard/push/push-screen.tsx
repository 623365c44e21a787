import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { CopyAge } from '../../../crud/list/device-copy.tsx';
import { useQuery } from '../../../crud/use-query.ts';
import { nameKey } from '../../../domain/day/person-names.ts';
import { groupPushes, type PushGroup, pushesOfCrew } from '../../../domain/push/part-pushes.ts';
import { type Push, type PushRule, pushKey } from '../../../domain/push/push.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { useDrawn } from '../../../ui/use-drawn.ts';
import { useMoreFocus } from '../../../ui/use-more-focus.ts';
import { screenTitles } from '../../../words/common.ts';
import { formatCount } from '../../../words/formats.ts';
import { pushRules, pushWords } from '../../../words/push.ts';
import css from './push.module.css';
import { type OnProblem, PushAlert } from './push-alert.tsx';
import { type PushForm, PushFormSlot } from './push-form.tsx';
import { PushItem } from './push-item.tsx';
import { ITEMS_AT_ONCE, type Pushes, usePushes } from './use-pushes.ts';

/** Everything that needs a push, by rule. */
export default function PushScreen() {
  usePageTitle(screenTitles.push);
  const pushes = usePushes();
  const [form, setForm] = useState<PushForm | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <PageHeader inBar title={screenTitles.push} note={<CopyAge>{pushWords.source}</CopyAge>} />
      <PushAlert text={problem} />
      {pushes ? (
        <Found {...pushes} onAdd={setForm} onProblem={setProblem} />
      ) : (
        <p role="status">{pushWords.looking}</p>
      )}
      <PushFormSlot form={form} onClose={() => setForm(null)} />
    </>
  );
}

interface ListProps {
  readonly today: string;
  readonly onAdd: (form: PushForm) => void;
  readonly onProblem: OnProblem;
}

interface FoundProps extends Pushes, ListProps {}

function Found(pushes: FoundProps) {
  const { shown, aside, today, isWhole, onAdd, onProblem } = pushes;
  const [crew, chooseCrew] = useCrewAddress();
  const theirs = useCrew(shown, crew);
  const groups = theirs?.groups ?? [];
  const [limits, setLimits] = useState<Partial<Record<PushRule, number>>>({});
  const wanted = groups.map(({ rule, pushes: { length }, fresh }) =>
    Math.min(limits[rule] ?? Math.min(PAGE, fresh), length),
  );
  const drawn = useDrawn(
    wanted.reduce((sum, count) => sum + count, 0),
    ITEMS_AT_ONCE,
  );
  return (
    <>
      {!isWhole && (
        <Notice tone="info">
          {theirs && groups.length === 0 ? pushWords.noneYet : pushWords.incomplete}
        </Notice>
      )}
      <CrewFilter names={theirs?.names ?? []} chosen={crew} onChoose={chooseCrew} />
      {theirs && groups.length === 0 && isWhole && <NothingFound crew={crew} aside={aside.length} />}
      {groups.map((group, place) => {
        const before = wanted.slice(0, place).reduce((sum, count) => sum + count, 0);
        const limit = wanted[place] ?? 0;
        const isReached = limit === 0 ? drawn >= before : drawn > before;
        return (
          isReached && (
            <Group
              key={group.rule}
              {...group}
              limit={limit}
              drawn={Math.min(limit, drawn - before)}
              today={today}
              onAdd={onAdd}
              onProblem={onProblem}
              onMore={(more) => setLimits({ ...limits, [group.rule]: limit + more })}
            />
          )
        );
      })}
      <PutAway {...pushes} />
    </>
  );
}

function NothingFound({ crew, aside }: { readonly crew: string; readonly aside: number }) {
  if (crew === '' && aside > 0) return null;
  return (
    <EmptyState
      picture="dry"
      title={crew === '' ? pushWords.noneTitle : pushWords.noneOfCrew({ name: crew })}
    >
      {pushWords.noneHint}
    </EmptyState>
  );
}

/** The crew's name is in the address. '' shows everything. */
function useCrewAddress(): readonly [string, (name: string) => void] {
  const [query, setQuery] = useQuery();
  return [query.get('crew') ?? '', (name) => void setQuery({ crew: name })];
}

/** The notes of a job take longer to read than many records. */
const NOTES = 10;

function useCrew(pushes: readonly Push[], crew: string) {
  const work = useMemo(() => () => partsOf(pushes, crew), [pushes, crew]);
  return useInSteps({ work, size: NOTES * pushes.length, about: crew });
}

function* partsOf(all: readonly Push[], crew: string) {
  const { names, pushes } = yield* pushesOfCrew(all, crew);
  return { names, groups: yield* groupPushes(pushes) };
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

interface GroupProps extends PushGroup, ListProps {
  /** How many are shown once all of them are drawn. */
  readonly limit: number;
  readonly drawn: number;
  readonly onMore: (more: number) => void;
}

function Group({ rule, pushes, fresh, limit, drawn, onMore, ...shared }: GroupProps) {
  const isFresh = limit < fresh;
  const all = isFresh ? fresh : pushes.length;
  const more = Math.min(PAGE, all - limit);
  const id = `push-${rule}`;
  const { list, expectMore } = useMoreFocus<HTMLUListElement>('li');
  return (
    <section aria-labelledby={id} className={css.group}>
      <h2 id={id} className={css.head}>
        <span>{pushRules[rule]}</span> <span className={css.count}>{formatCount(pushes.length)}</span>
      </h2>
      <ul ref={list} className={css.items}>
        {pushes.slice(0, drawn).map((push) => (
          <PushItem key={pushKey(push)} push={push} {...shared} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          variant="default"
          fullWidth
          className={css.more}
          onClick={() => {
            expectMore(limit);
            onMore(more);
          }}
        >
          {isFresh
            ? pushWords.more({ count: formatCount(more), all: formatCount(fresh) })
            : pushWords.old({ count: pushes.length - limit })}
        </Button>
      )}
    </section>
  );
}

function PutAway({ aside, asides, today, onAdd, onProblem }: FoundProps) {
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
            const until = asides.get(pushKey(push))?.until ?? today;
            const shared = { push, today, aside: until, onAdd, onProblem };
            return <PushItem key={pushKey(push)} {...shared} />;
          })}
      </ul>
    </section>
  );
}
