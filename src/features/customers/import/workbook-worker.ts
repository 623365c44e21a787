import { readWorkbookSheets } from './read-workbook.ts';

// Runs in a worker, because the library takes seconds for 20,000 rows on a tablet.
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  readWorkbookSheets(data).then(
    (sheets) => self.postMessage({ sheets }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  );
});
