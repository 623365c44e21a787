import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pushKey } from '../../../domain/push/push.ts';
import { useDrawn } from '../../../ui/use-drawn.ts';
import { screenTitles } from '../../../words/common.ts';
import { formatCount } from '../../../words/formats.ts';
import { pushWords } from '../../../words/push.ts';
import { Nothing, Panel } from '../panel.tsx';
import css from './push.module.css';
import { PushAlert } from './push-alert.tsx';
import { type PushForm, PushFormSlot } from './push-form.tsx';
import { PushItem } from './push-item.tsx';
import { ITEMS_AT_ONCE, type Pushes, usePushes } from './use-pushes.ts';

const SHOWN = 6;

/** The first pushes. A lazy part of the dashboard. */
export default function PushPanel({ note }: { readonly note: string | undefined }) {
  const pushes = usePushes();
  const [form, setForm] = useState<PushForm | null>(null);
  const count = pushes?.shown.length ?? 0;
  const away = pushes?.aside.length ?? 0;
  const drawn = useDrawn(Math.min(count, SHOWN), ITEMS_AT_ONCE);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Panel
      title={screenTitles.push}
      note={note}
      ways={
        (count > 0 || away > 0) && (
          <Link to="/push">
            {count > 0 ? pushWords.all({ count: formatCount(count) }) : pushWords.showAside}
          </Link>
        )
      }
    >
      {!pushes && <Nothing>{pushWords.looking}</Nothing>}
      {pushes && <Foreword pushes={pushes} />}
      <PushAlert text={problem} />
      <ul className={css.items}>
        {pushes?.shown.slice(0, drawn).map((push) => (
          <PushItem
            key={pushKey(push)}
            push={push}
            today={pushes.today}
            onAdd={setForm}
            onProblem={setProblem}
          />
        ))}
      </ul>
      <PushFormSlot form={form} onClose={() => setForm(null)} />
    </Panel>
  );
}

/** Shows notes above the list, or in its place. */
function Foreword({ pushes: { shown, aside, isWhole } }: { readonly pushes: Pushes }) {
  if (!isWhole) return <Nothing>{shown.length > 0 ? pushWords.incomplete : pushWords.noneYet}</Nothing>;
  if (shown.length > 0) return null;
  return <Nothing>{aside.length > 0 ? pushWords.aside({ count: aside.length }) : pushWords.none}</Nothing>;
}
