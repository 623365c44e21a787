import { useRef, useState } from 'react';
import { localOffset } from '../../domain/day/entries.ts';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import {
  type CannotSign,
  type Capacity,
  type Signing,
  type SigningDraft,
  signingProblems,
} from '../../domain/papers/signing.ts';
import type { MadePdf } from '../../files/pdf/make-pdf.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import type { NewSigned } from '../../records/signed-documents.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { signingScreenWords as words } from '../../words/documents.ts';
import { usePresenter } from './presenter.ts';
import { drawSigned, fileName, keepDrawn } from './sign-document.ts';
import type { Signature } from './signature-field.tsx';

interface Form {
  readonly name: string;
  readonly capacity: Capacity | null;
  readonly isAgreed: boolean;
  readonly cannot: CannotSign | null;
}

const BLANK: Form = { name: '', capacity: null, isAgreed: false, cannot: null };

interface Given {
  readonly content: PaperContent;
  readonly parent: NewSigned['parent'];
  readonly isRead: boolean;
}

/** Made, but not kept yet. Kept again with the same bytes, it cannot become two documents. */
interface Drawn {
  readonly signing: Signing;
  readonly made: MadePdf;
}

interface PdfFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

export interface SigningState {
  readonly form: Form;
  readonly isBegun: boolean;
  readonly isBusy: boolean;
  readonly problems: readonly string[];
  readonly signed: (PdfFile & { readonly isWithout: boolean }) | null;
  /** Made, but the device did not keep it. A person may save it all the same. */
  readonly unkept: PdfFile | null;
  readonly change: (change: Partial<Form>) => void;
  readonly draw: (place: number, signature: Signature | null) => void;
  readonly sign: () => Promise<void>;
}

export function useSigning({ content, parent, isRead }: Given): SigningState {
  const services = useRecordServices();
  const presentedBy = usePresenter();
  const ahead = useSyncStatus()?.clockAhead ?? 0;
  const count = content.consent?.signatures.length ?? 0;
  const [form, setForm] = useState(BLANK);
  const [signatures, setSignatures] = useState(() => unsigned(count));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [unkept, setUnkept] = useState<PdfFile | null>(null);
  const [signed, setSigned] = useState<SigningState['signed']>(null);
  /** Known before the next render: a gloved hand may press twice. */
  const busy = useRef(false);
  const drawn = useRef<Drawn>(null);
  /** Counts what was typed and signed. */
  const edits = useRef(0);

  function edited(): void {
    edits.current += 1;
    drawn.current = null;
  }

  function change(changed: Partial<Form>): void {
    edited();
    const isTurned = changed.cannot !== undefined && (changed.cannot === null) !== (form.cannot === null);
    // The boxes to sign in come or go.
    if (isTurned) setSignatures(unsigned(count));
    setForm((now) => ({ ...now, ...changed }));
  }

  function draw(place: number, signature: Signature | null): void {
    edited();
    setSignatures((now) => now.map((one, at) => (at === place ? signature : one)));
  }

  function signingNow(): Signing {
    const { name, capacity, cannot } = form;
    const at = services.clock.now();
    return {
      at,
      offset: localOffset(at),
      name: name.trim(),
      capacity: capacity ?? 'owner',
      cannot: cannot && { reason: cannot.reason.trim(), witness: cannot.witness.trim() },
      presentedBy,
      clockAhead: ahead === 0 ? null : ahead,
      device: services.photoDevice.name,
      appVersion: import.meta.env.VITE_APP_VERSION,
    };
  }

  async function keep(): Promise<void> {
    const given = form.cannot ? [] : signatures.filter((one) => one !== null);
    const isFirst = drawn.current === null;
    const edit = edits.current;
    const signing = drawn.current?.signing ?? signingNow();
    const made = drawn.current?.made ?? (await drawSigned(services, { content, signing, signatures: given }));
    // The file says what the screen said before.
    if (edits.current !== edit) return setProblems([words.edited]);
    drawn.current = { signing, made };
    if (isFirst && made.missing.length > 0)
      return setProblems([words.missing({ characters: made.missing.join(' ') })]);
    await keepDrawn(services, { content, signing, signatures: given }, { parent, bytes: made.bytes });
    setSigned({ ...fileOf({ signing, made }), isWithout: signing.cannot !== null });
  }

  function fileOf({ signing, made }: Drawn): PdfFile {
    return { name: fileName(content, signing.cannot !== null), bytes: made.bytes };
  }

  async function sign(): Promise<void> {
    if (busy.current) return;
    const points = signatures.map((one) => one?.points ?? 0);
    const draft: SigningDraft = { ...form, isRead, points };
    const found = signingProblems(draft, content);
    setProblems(found);
    if (found.length > 0) return;
    busy.current = true;
    setBusy(true);
    setUnkept(null);
    try {
      await keep();
    } catch (error) {
      if (!(error instanceof NotSavedError)) services.log.error('a document was not signed', error);
      setProblems([error instanceof NotSavedError ? error.message : words.notDrawn]);
      if (drawn.current) setUnkept(fileOf(drawn.current));
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  const isBegun = form !== BLANK || signatures.some((one) => one !== null);
  return { form, isBegun, isBusy, problems, signed, unkept, change, draw, sign };
}

function unsigned(count: number): readonly (Signature | null)[] {
  return Array.from({ length: count }, () => null);
}
