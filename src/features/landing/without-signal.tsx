import { signalWords } from '../../words/landing.ts';
import { SignalPicture } from './signal-picture.tsx';
import css from './without-signal.module.css';
import wrap from './wrap.module.css';

const STEPS = [
  { title: signalWords.saved, words: signalWords.savedHow },
  { title: signalWords.marked, words: signalWords.markedHow },
  { title: signalWords.sent, words: signalWords.sentHow },
] as const;

export function WithoutSignal() {
  return (
    <section id="without-signal" aria-labelledby="without-signal-title" className={css['section']}>
      <div className={`${wrap['wrap']} ${css['columns']}`}>
        <div className={css['intro']}>
          <h2 id="without-signal-title" className={wrap['heading']}>
            {signalWords.title}
          </h2>
          <p className={`${wrap['lead']} ${css['lead']}`}>{signalWords.lead}</p>
        </div>
        <SignalPicture className={css['picture']} />
        <div className={css['details']}>
          <ol className={css['steps']}>
            {STEPS.map(({ title, words }, index) => (
              <li key={title} className={css['step']}>
                <span className={css['number']} aria-hidden="true">
                  {index + 1}
                </span>
                <h3 className={css['stepTitle']}>{title}</h3>
                <p className={css['words']}>{words}</p>
              </li>
            ))}
          </ol>
          <p className={css['note']}>{signalWords.note}</p>
        </div>
      </div>
    </section>
  );
}
