import { drawPaper } from './draw-paper.ts';
import type { PdfAnswer, PdfWork } from './make-pdf.ts';
import { readPhoto, smallPhoto } from './pdf-photos.ts';
import fontUrl from './roboto.ttf?url';
import { RunPictures } from './run-pictures.ts';

type Asked = PdfWork | { readonly picture: ArrayBuffer | null };

let onPicture: (bytes: ArrayBuffer | null) => void = () => undefined;

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if ('picture' in data) return onPicture(data.picture);
  make(data).then(
    (made) => answer({ made }, [made.bytes]),
    (error: unknown) => answer({ problem: String(error) }),
  );
});

function answer(message: PdfAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

async function make(work: PdfWork) {
  const font = await bytesAt(fontUrl);
  return drawPaper(work, {
    font,
    runs: new RunPictures(),
    readPhoto,
    photoOf: async (sha256) => {
      const bytes = await pictureOf(sha256);
      return bytes && smallPhoto(bytes);
    },
  });
}

function pictureOf(sha256: string): Promise<ArrayBuffer | null> {
  return new Promise((resolve) => {
    onPicture = resolve;
    answer({ wants: sha256 });
  });
}

async function bytesAt(url: string): Promise<Uint8Array> {
  // oxlint-disable-next-line no-restricted-globals -- a file of the build, which the worker cannot import
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the font was not loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
