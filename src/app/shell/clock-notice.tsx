import { Notice } from '../../ui/feedback/notice.tsx';
import { clockWords } from '../../ui/text/clock-words.ts';
import css from './app-layout.module.css';

/** Says how wrong the device's clock is compared with the `Date` of the last answer (`sync/engine/contact.ts`). */
export default function ClockNotice({ ahead }: { readonly ahead: number }) {
  return (
    <div className={css.notice} role="status" data-no-print>
      <Notice tone="warning">{clockWords(ahead)}</Notice>
    </div>
  );
}
