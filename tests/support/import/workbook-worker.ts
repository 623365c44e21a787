import { readWorkbookSheets } from '../../../src/features/customers/import/read-workbook.ts';

/** Replaces the browser's Worker, which Node does not have. Reads workbooks as src/…/workbook-worker.ts does. */
export class WorkbookWorker extends EventTarget {
  postMessage(bytes: Uint8Array): void {
    readWorkbookSheets(bytes).then(
      (sheets) => this.#answer({ sheets }),
      (error: unknown) => this.#answer({ problem: String(error) }),
    );
  }

  terminate(): void {
    // There is nothing to stop.
  }

  #answer(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}
