/** Whether the server has been asked to end. Begun once, it does not stop: requests are finished, and no more are wanted. */
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}
