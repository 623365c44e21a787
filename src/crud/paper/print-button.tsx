import { Button } from '@mantine/core';
import {
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { useSettings } from '../../records/company-settings.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { PrintIcon } from '../../ui/icons.ts';
import type { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart, PartNotLoadedError } from '../../ui/lazy-part.ts';
import { printWords } from '../../words/record.ts';
import css from './paper.module.css';

const PrintDialog = lazyPart(() => import('./print-dialog.tsx'));

/** Holds all that the document of a record is drawn from. */
export interface PaperProps<R> {
  readonly record: R;
  readonly seen: MirrorRecord['seen'];
  readonly wishes: PaperWishes;
}

/** A document that can be printed. */
export type PaperPart<P> = LazyModule<{
  readonly default: ComponentType<P & { readonly wishes: PaperWishes }>;
}>;

interface PrintButtonProps<P> {
  readonly paper: PaperPart<P>;
  readonly given: P;
  /** What the document is called: a browser names the file after it. */
  readonly title: string;
  /** Asked about before it is printed. */
  readonly asksFor?: readonly PaperWish[] | undefined;
}

/**
 * Prints a document. It is drawn when it is printed, by this button or by the browser's own menu, and stays from then on:
 * on an iPhone `print` comes back before the pages are made.
 */
export function PrintButton<P extends object>({ paper, given, title, asksFor = [] }: PrintButtonProps<P>) {
  const settings = useSettings();
  const printing = usePrinting(paper, title);
  const { wishes } = printing;
  const [asking, setAsking] = useState(false);
  const Document = paper.loaded?.default;
  useDecoded(settings?.companyLogo ?? '');

  const nameless = settings?.companyName.trim() === '';
  const canPrint = typeof globalThis.print === 'function';
  const ask = asksFor.length > 0 || nameless || !canPrint;

  function print(wanted: PaperWishes): void {
    setAsking(false);
    void printing.print(wanted);
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<PrintIcon size={18} aria-hidden />}
        // A moment, for it never prints without the letterhead that is kept.
        disabled={settings === undefined || !printing.ready}
        onClick={() => (ask ? setAsking(true) : print(wishes))}
      >
        {printWords.print}
      </Button>
      {printing.drawn && Document && (
        <PaperHost element={printing.host}>
          <Document {...given} wishes={wishes} />
        </PaperHost>
      )}
      <LazySlot onClose={() => setAsking(false)}>
        {asking && (
          <PrintDialog
            asksFor={asksFor}
            wishes={wishes}
            nameless={nameless}
            canPrint={canPrint}
            onPrint={print}
            onClose={() => setAsking(false)}
          />
        )}
      </LazySlot>
      <LazySlot onClose={printing.forget} onRetry={printing.again}>
        {printing.missing && <Missing error={printing.missing} />}
      </LazySlot>
    </>
  );
}

interface Printing {
  /** Holds the document while it is drawn. */
  readonly host: RefObject<HTMLElement | null>;
  /** The document's code has been asked for. */
  readonly ready: boolean;
  readonly drawn: boolean;
  /** As they were the last time. */
  readonly wishes: PaperWishes;
  /** Its code could not be loaded. */
  readonly missing: PartNotLoadedError | null;
  readonly forget: () => void;
  /** Prints as was wished for, once the code can be loaded. */
  readonly again: () => void;
  readonly print: (wishes: PaperWishes) => Promise<void>;
}

function usePrinting(paper: LazyModule<unknown>, title: string): Printing {
  const host = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [wishes, setWishes] = useState(NO_WISHES);
  const [missing, setMissing] = useState<PartNotLoadedError | null>(null);
  const [ready, setReady] = useState(false);
  const draw = (): void => flushSync(() => setDrawn(true));
  useEffect(() => {
    // It comes in one file with the screen; who prints asks for it again.
    void paper
      .load()
      .catch(() => undefined)
      .then(() => setReady(true));
  }, [paper]);
  useWhilePrinted(title, draw);

  async function print(wanted: PaperWishes): Promise<void> {
    setWishes(wanted);
    try {
      await paper.load();
    } catch (cause) {
      return setMissing(new PartNotLoadedError(cause));
    }
    draw();
    const pictures = [...(host.current?.querySelectorAll('img') ?? [])];
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    globalThis.print();
  }

  const forget = (): void => setMissing(null);
  function again(): void {
    forget();
    void print(wishes);
  }

  return { host, ready, drawn, wishes, missing, forget, again, print };
}

/** Has the slot around it say what is missing. */
function Missing({ error }: { readonly error: PartNotLoadedError }): null {
  throw error;
}

/** Keeps a picture ready: a page that is printed at once does not wait for one. */
function useDecoded(address: string): void {
  const kept = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (address === '') return;
    kept.current = new Image();
    kept.current.src = address;
  }, [address]);
}

/** Calls `before` just before the page is printed, and has the browser call the page `title` meanwhile. */
function useWhilePrinted(title: string, before: () => void): void {
  const onBefore = useEffectEvent(before);
  const named = useEffectEvent(() => title);
  useEffect(() => {
    let screen = '';
    const start = (): void => {
      onBefore();
      screen ||= document.title;
      document.title = named();
    };
    const end = (): void => {
      // Another screen may have named the page meanwhile.
      if (screen !== '' && document.title === named()) document.title = screen;
      screen = '';
    };
    const media = matchMedia('print');
    const look = (): void => (media.matches ? start() : end());
    media.addEventListener('change', look);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      media.removeEventListener('change', look);
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}

interface PaperHostProps {
  readonly element: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** Holds a document beside the app: on the screen nobody sees it, on paper it is alone. */
function PaperHost({ element, children }: PaperHostProps) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['printed'] = 'paper';
    return () => {
      delete dataset['printed'];
    };
  }, []);
  return createPortal(
    <main ref={element} hidden data-paper className={css['paper']}>
      {children}
    </main>,
    document.body,
  );
}

/** Left off a document unless the person wants it: a neighbor may read amounts, and a customer the crew's own notes. */
export type PaperWish = 'amounts' | 'crewNotes';

export type PaperWishes = Readonly<Record<PaperWish, boolean>>;

const NO_WISHES: PaperWishes = { amounts: false, crewNotes: false };
