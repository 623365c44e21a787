import type { FileSheet } from '../../../domain/import/file-lines.ts';

export type WorkbookAnswer = { readonly sheets: readonly FileSheet[] } | { readonly problem: string };

/**
 * Reads the sheets of a workbook in a worker of its own.
 * @throws where the worker cannot be loaded; what is wrong with the workbook is an answer
 */
export async function workbookSheets(bytes: Uint8Array): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<WorkbookAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
