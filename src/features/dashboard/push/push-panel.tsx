import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pushKey } from '../../../domain/push/push.ts';
import { screenTitles } from '../../../words/common.ts';
import { formatCount } from '../../../words/formats.ts';
import { pushWords } from '../../../words/push.ts';
import { Nothing, Panel } from '../panel.tsx';
import css from './push.module.css';
import { type PushForm, PushFormSlot } from './push-form.tsx';
import { PushItem } from './push-item.tsx';
import { useDrawn } from './use-drawn.ts';
import { usePushes } from './use-pushes.ts';

const SHOWN = 6;

/** The first pushes. A lazy part of the dashboard. */
export default function PushPanel() {
  const pushes = usePushes();
  const [form, setForm] = useState<PushForm | null>(null);
  const count = pushes?.shown.length ?? 0;
  const drawn = useDrawn(Math.min(count, SHOWN));
  return (
    <Panel
      title={screenTitles.push}
      ways={count > 0 && <Link to="/push">{pushWords.all({ count: formatCount(count) })}</Link>}
    >
      {!pushes && <Nothing>{pushWords.looking}</Nothing>}
      {pushes && count === 0 && <Nothing>{pushWords.none}</Nothing>}
      {pushes && !pushes.isWhole && <Nothing>{pushWords.incomplete}</Nothing>}
      <ul className={css.items}>
        {pushes?.shown.slice(0, drawn).map((push) => (
          <PushItem key={pushKey(push)} push={push} today={pushes.today} onAdd={setForm} />
        ))}
      </ul>
      <PushFormSlot form={form} onClose={() => setForm(null)} />
    </Panel>
  );
}
