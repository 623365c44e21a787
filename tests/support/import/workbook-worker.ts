import { readWorkbookSheets } from '../../../src/features/customers/import/read-workbook.ts';

/** Stands for the browser's Worker, of which Node has none, and reads workbooks as src/…/workbook-worker.ts does. */
export class WorkbookWorker extends EventTarget {
  postMessage(bytes: Uint8Array): void {
    readWorkbookSheets(bytes).then(
      (sheets) => this.#answer({ sheets }),
      (error: unknown) => this.#answer({ problem: String(error) }),
    );
  }

  terminate(): void {
    // Nothing runs on.
  }

  #answer(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}
