import { signalWords } from '../../words/landing.ts';
import css from './without-signal.module.css';
import wrap from './wrap.module.css';

const STEPS = [
  { title: signalWords.saved, words: signalWords.savedHow },
  { title: signalWords.marked, words: signalWords.markedHow },
  { title: signalWords.sent, words: signalWords.sentHow },
] as const;

export function WithoutSignal() {
  return (
    <section id="without-signal" aria-labelledby="without-signal-title" className={css.section}>
      <div className={`${wrap.wrap} ${css.columns}`}>
        <div className={css.intro}>
          <h2 id="without-signal-title" className={wrap.heading}>
            {signalWords.title}
          </h2>
          <p className={`${wrap.lead} ${css.lead}`}>{signalWords.lead}</p>
        </div>
        <SignalPicture className={css.picture} />
        <div className={css.details}>
          <ol className={css.steps}>
            {STEPS.map(({ title, words }, index) => (
              <li key={title} className={css.step}>
                <span className={css.number} aria-hidden="true">
                  {index + 1}
                </span>
                <h3 className={css.stepTitle}>{title}</h3>
                <p className={css.words}>{words}</p>
              </li>
            ))}
          </ol>
          <p className={css.note}>{signalWords.note}</p>
        </div>
      </div>
    </section>
  );
}

/** The numbers in the picture match the steps beside it. */
function SignalPicture({ className }: { readonly className: string | undefined }) {
  return (
    <svg viewBox="0 0 320 392" role="img" aria-label={signalWords.picture} className={className}>
      <House />
      <path className={css.way} d="M134 322C176 350 206 300 226 286S262 214 264 182" />
      <PhoneInCellar />
      <PhoneOutside />
      <Server />
      <Step x={36} y={218} number={1} />
      <Step x={124} y={300} number={2} />
      <Step x={282} y={88} number={3} />
    </svg>
  );
}

function House() {
  return (
    <>
      <path className={css.earth} d="M0 190H320V376a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z" />
      <path className={css.air} d="M184 190H300V232.5H272V275H244V317.5H216V360H184Z" />
      <path className={css.room} d="M24 190V106L104 46l80 60V190Z" />
      <path className={css.cellar} d="M24 190H184V360H24Z" />
      <path className={css.water} d="M24 330q10-7 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0V360H24Z" />
      <path className={css.wall} d="M24 360V106M184 106V190M12 115 104 46l92 69M0 190H184M300 190H320" />
      <path className={css.wall} d="M24 360H216V317.5H244V275H272V232.5H300V190" />
      <path className={css.window} d="M50 122H82V154H50ZM66 122V154M50 138H82" />
      <path className={css.door} d="M132 190V134H162V190" />
    </>
  );
}

function PhoneInCellar() {
  return (
    <>
      <rect className={css.phone} x="36" y="216" width="88" height="122" rx="12" />
      <path className={css.text} d="M52 240H96M52 254H110M52 268H86" />
      <rect className={css.pill} x="45" y="287" width="66" height="26" rx="13" />
      <text className={css.pillText} x="78" y="305">
        {signalWords.pictureWaiting}
      </text>
      <g className={css.noSignal}>
        <path d="M144 230a17 17 0 0 1 26 0M150 238a9 9 0 0 1 14 0" />
        <circle cx="157" cy="245" r="1.5" />
        <path d="M142 248 172 220" />
      </g>
      {signalWords.pictureNoSignal.split(' ').map((line, place) => (
        <text key={line} className={css.label} x="157" y={266 + 15 * place}>
          {line}
        </text>
      ))}
    </>
  );
}

function PhoneOutside() {
  return (
    <>
      <g className={css.signal}>
        <path d="M282 128a17 17 0 0 1 0 26M290 120a28 28 0 0 1 0 42" />
      </g>
      <rect className={css.phone} x="240" y="112" width="36" height="62" rx="8" />
      <path className={css.text} d="M248 126H264M248 136H268" />
      <path className={css.check} d="M251 154 256.5 159.500 266 149" />
      <path className={css.arrow} d="M258 102V72M251 79 258 71.500 265 79" />
    </>
  );
}

function Server() {
  return (
    <>
      <rect className={css.server} x="212" y="16" width="92" height="46" rx="10" />
      <text className={css.serverText} x="250" y="44">
        {signalWords.pictureServer}
      </text>
      <path className={css.check} d="M280 39 284.500 43.500 293 34" />
      <text className={css.sent} x="244" y="94">
        {signalWords.pictureSent}
      </text>
    </>
  );
}

function Step({ x, y, number }: { readonly x: number; readonly y: number; readonly number: number }) {
  return (
    <g>
      <circle className={css.signalPictureStep} cx={x} cy={y} r="12" />
      <text className={css.signalPictureNumber} x={x} y={y + 5}>
        {number}
      </text>
    </g>
  );
}
