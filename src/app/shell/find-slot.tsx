import { useEffect, useRef } from 'react';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { frameWords } from '../../words/frame.ts';
import css from './find-slot.module.css';

const FIND = new LazyModule(() => import('./find-part.tsx'));
const Find = lazyPart(FIND);

interface ButtonProps {
  readonly isApple: boolean;
  readonly onFind: () => void;
}

/** Drawn as a field on a computer, as an icon on a phone. */
export function FindButton({ isApple, onFind }: ButtonProps) {
  // The code comes before the press ends.
  const load = (): void => void FIND.load().catch(() => undefined);
  return (
    <button
      type="button"
      className={css.find}
      aria-label={frameWords.find}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      title={frameWords.find}
      onPointerEnter={load}
      onPointerDown={load}
      onClick={onFind}
    >
      <SearchIcon size={20} aria-hidden />
      <span className={css.words}>{frameWords.findHint}</span>
      <kbd className={css.key}>{isApple ? frameWords.findKeyOfApple : frameWords.findKey}</kbd>
    </button>
  );
}

interface SlotProps {
  readonly open: boolean;
  readonly isApple: boolean;
  readonly onClose: () => void;
}

export function FindSlot({ open, isApple, onClose }: SlotProps) {
  const typed = useTypedEarly(open);
  return (
    <LazySlot onClose={onClose}>
      {open && <Find typedBefore={typed} isApple={isApple} onClose={onClose} />}
    </LazySlot>
  );
}

/**
 * Keeps what is typed until Find's field has the focus: it would be lost, or be a shortcut.
 * @returns a function that ends this and takes the text
 */
function useTypedEarly(open: boolean): () => string {
  const typed = useRef('');
  const stop = useRef((): void => undefined);
  useEffect(() => {
    if (!open) return;
    const focused = document.activeElement;
    const listen = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (event.target !== focused && isField(event.target)) return;
      // A space may press a button.
      if (key.length !== 1 || ctrlKey || metaKey || altKey || (key === ' ' && typed.current === '')) return;
      event.preventDefault();
      event.stopPropagation();
      typed.current += key;
    };
    window.addEventListener('keydown', listen, true);
    stop.current = () => window.removeEventListener('keydown', listen, true);
    FIND.load().catch(stop.current);
    return () => {
      stop.current();
      typed.current = '';
    };
  }, [open]);
  return () => {
    stop.current();
    const text = typed.current;
    typed.current = '';
    return text;
  };
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
