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
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { PrintIcon } from '../../ui/icons.ts';
import type { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart, PartNotLoadedError } from '../../ui/lazy-part.ts';
import { printWords } from '../../words/record.ts';
import css from './paper.module.css';

const PrintDialog = lazyPart(() => import('./print-dialog.tsx'));

export interface PaperProps<R> {
  readonly record: R;
  readonly seen: MirrorRecord['seen'];
  /** This device made it. */
  readonly isOwn: boolean;
  readonly wishes: PaperWishes;
}

export type PaperPart<P> = LazyModule<{
  readonly default: ComponentType<P & { readonly wishes: PaperWishes }>;
}>;

interface PrintButtonProps<P> {
  readonly paper: PaperPart<P>;
  readonly given: P;
  /** Browsers suggest the title as the name of a PDF file. */
  readonly title: string;
  readonly asksFor?: readonly PaperWish[] | undefined;
}

export interface PrintPress {
  readonly disabled: boolean;
  readonly onClick: () => void;
}

interface PrintingProps<P> extends PrintButtonProps<P> {
  readonly children: (press: PrintPress) => ReactNode;
}

export function PrintButton<P extends object>(props: PrintButtonProps<P>) {
  return (
    <Printing {...props}>
      {(press) => (
        <Button variant="default" leftSection={<PrintIcon size={18} aria-hidden />} {...press}>
          {printWords.print}
        </Button>
      )}
    </Printing>
  );
}

/**
 * Renders the document when printing starts, by a button or the browser's menu. It then stays rendered, because on an
 * iPhone `print` returns before the pages are made.
 */
export function Printing<P extends object>({
  paper,
  given,
  title,
  asksFor = [],
  children,
}: PrintingProps<P>) {
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
      {children({
        // The letterhead needs the settings.
        disabled: settings === undefined || !printing.ready,
        onClick: () => (ask ? setAsking(true) : print(wishes)),
      })}
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

interface PrintState {
  readonly host: RefObject<HTMLElement | null>;
  /** Loading the code has succeeded or failed. */
  readonly ready: boolean;
  readonly drawn: boolean;
  readonly wishes: PaperWishes;
  readonly missing: PartNotLoadedError | null;
  readonly forget: () => void;
  readonly again: () => void;
  readonly print: (wishes: PaperWishes) => Promise<void>;
}

function usePrinting(paper: LazyModule<unknown>, title: string): PrintState {
  const { db } = useRecordServices();
  const host = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [wishes, setWishes] = useState(NO_WISHES);
  const [missing, setMissing] = useState<PartNotLoadedError | null>(null);
  const [ready, setReady] = useState(false);
  const draw = (): void => flushSync(() => setDrawn(true));
  useEffect(() => {
    // The screen's chunk usually has the code already. After a failure, printing tries again.
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
    // While Firefox shows its print dialog, transactions commit what they have written, but their work stops.
    db.pageDatabases.watch.abortWrites();
    globalThis.print();
  }

  const forget = (): void => setMissing(null);
  function again(): void {
    forget();
    void print(wishes);
  }

  return { host, ready, drawn, wishes, missing, forget, again, print };
}

/** Throws, so that the LazySlot around it offers to retry. */
function Missing({ error }: { readonly error: PartNotLoadedError }): null {
  throw error;
}

/** Keeps a picture decoded, because the browser prints without waiting for pictures. */
function useDecoded(address: string): void {
  const kept = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (address === '') return;
    kept.current = new Image();
    kept.current.src = address;
  }, [address]);
}

/** Calls `before` however printing starts, and sets the page's title while it prints. */
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
      // Another screen may have set the title meanwhile.
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

/** Hidden on screen; the only content when printed. */
function PaperHost({ element, children }: PaperHostProps) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['printed'] = 'paper';
    return () => {
      delete dataset['printed'];
    };
  }, []);
  return createPortal(
    <main ref={element} hidden data-paper className={css.paper}>
      {children}
    </main>,
    document.body,
  );
}

/** Off by default: neighbors could read the amounts, and customers the crew's notes. */
export type PaperWish = 'amounts' | 'crewNotes';

export type PaperWishes = Readonly<Record<PaperWish, boolean>>;

const NO_WISHES: PaperWishes = { amounts: false, crewNotes: false };
