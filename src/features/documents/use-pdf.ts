import { useEffect, useState } from 'react';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import { type MadePdf, makePdf } from '../../files/pdf/make-pdf.ts';
import { useRecordServices } from '../../records/record-services.ts';

interface Pdf {
  /** Null while it is being made. */
  readonly pdf: MadePdf | null;
  readonly problem: boolean;
  readonly again: () => void;
}

interface Outcome {
  /** The document that was made. */
  readonly content: PaperContent;
  readonly turn: number;
  /** Null if it could not be made. */
  readonly pdf: MadePdf | null;
}

/** In ms. Waits for a pause in typing. */
const PAUSE_MS = 400;

/** Makes the PDF before a button is pressed: browsers share a file only directly after the press. */
export function usePdf(content: PaperContent, logo: string): Pdf {
  const { clock, log } = useRecordServices();
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    let isOver = false;
    const end = (pdf: MadePdf | null): void => {
      if (!isOver) setOutcome({ content, turn, pdf });
    };
    const stop = clock.setTimer(() => {
      makePdf({ content, logo, at: clock.now() }, { clock }).then(end, (error: unknown) => {
        log.error('a PDF could not be made', error);
        end(null);
      });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      stop();
    };
  }, [content, logo, turn, clock, log]);
  const isOfThis = outcome?.content === content && outcome.turn === turn;
  return {
    pdf: isOfThis ? outcome.pdf : null,
    problem: isOfThis && outcome.pdf === null,
    again: () => setTurn(turn + 1),
  };
}
