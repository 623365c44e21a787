import { SignalPicture } from './signal-picture.tsx';
import css from './without-signal.module.css';
import wrap from './wrap.module.css';

const STEPS = [
  {
    title: 'Saved in the basement',
    words: 'You press Create or Update. The change is in the phone’s own storage before the form closes.',
  },
  {
    title: 'Marked as waiting',
    words:
      'The record says that it waits, and the top of the screen counts everything that has not gone out yet.',
  },
  {
    title: 'Sent once',
    words:
      'With a signal again, the changes go out by themselves and in order. One that is on the server is not sent again, even when the answer got lost on the way.',
  },
] as const;

export function WithoutSignal() {
  return (
    <section id="without-signal" aria-labelledby="without-signal-title" className={css['section']}>
      <div className={`${wrap['wrap']} ${css['columns']}`}>
        <div className={css['intro']}>
          <h2 id="without-signal-title" className={wrap['heading']}>
            No signal. Nothing lost, nothing twice.
          </h2>
          <p className={`${wrap['lead']} ${css['lead']}`}>
            The records live on the device, so every screen opens from there. The signal is only needed for
            passing changes on.
          </p>
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
          <p className={css['note']}>
            To sign in you need a connection, once. Should the server refuse a change, the app shows you its
            reason and keeps what you wrote.
          </p>
        </div>
      </div>
    </section>
  );
}
