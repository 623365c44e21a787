import { useEffect, useRef, useState } from 'react';
import { inFileName } from '../../../crud/file-name.ts';
import type { PaperContent } from '../../../domain/papers/paper-content.ts';
import { makePdf } from '../../../files/pdf/make-pdf.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { adjusterWords as words } from '../../../words/documents.ts';

interface MadeFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

interface Made {
  readonly files: readonly MadeFile[];
  /** Characters that could not be written in a file. */
  readonly missing: readonly string[];
  /** The file that is being made, from 1; null if none is. */
  readonly making: number | null;
  readonly problem: string | null;
}

const NOTHING: Made = { files: [], missing: [], making: null, problem: null };

interface Report {
  readonly contents: readonly PaperContent[];
  readonly logo: string;
  /** The number of the job. */
  readonly record: string;
  readonly pictureOf: (sha256: string) => Promise<ArrayBuffer | null>;
}

/** Makes the files of a report one after the other. Another choice discards them. */
export function useMadeReport() {
  const services = useRecordServices();
  const [made, setMade] = useState(NOTHING);
  /** Changes with each choice, which ends the run before. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  function reset(): void {
    turn.current += 1;
    setMade(NOTHING);
  }

  async function make({ contents, logo, record, pictureOf }: Report): Promise<void> {
    turn.current += 1;
    const own = turn.current;
    let state = NOTHING;
    const show = (change: Partial<Made>): void => {
      state = { ...state, ...change };
      if (turn.current === own) setMade(state);
    };
    try {
      for (const [n, content] of contents.entries()) {
        if (turn.current !== own) return;
        show({ making: n + 1 });
        const job = { content, logo, pictureOf, at: services.clock.now() };
        const { bytes, missing } = await makePdf(job, services);
        const file = { name: nameOf(content, { record, at: n + 1, count: contents.length }), bytes };
        show({ files: [...state.files, file], missing: [...new Set([...state.missing, ...missing])] });
      }
      show({ making: null });
    } catch (error) {
      services.log.error('a report was not made', error);
      show({ making: null, problem: words.notMade });
    }
  }

  return { made, make, reset };
}

function nameOf(
  { title }: PaperContent,
  { record, at, count }: { readonly record: string; readonly at: number; readonly count: number },
): string {
  const safe = inFileName(record);
  return count === 1 ? words.name({ title, record: safe }) : words.nameOf({ title, record: safe, at, count });
}
