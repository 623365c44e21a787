/** Whether the server has been asked to stop. It finishes requests and wants no new ones; this cannot be undone. */
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}
