import { recordsOn } from '../../e2e/support/held-records.ts';
import type { Server } from '../../e2e/support/server.ts';
import type { Device } from './device.ts';

/** What was saved on all devices of a run, to be compared with what the server holds in the end. */
export class Ledger {
  private readonly accepted: string[] = [];
  private readonly begun: string[] = [];
  private leftBehind = 0;

  /** @param hung whether the device works no more: what it accepted is still on it, and nobody sends it */
  add(device: Device, hung: boolean): void {
    this.begun.push(...device.begun);
    if (hung) this.leftBehind += device.accepted.length;
    else this.accepted.push(...device.accepted);
  }

  async compare(server: Server) {
    const held = (await recordsOn(server, 'projects')).map(({ title }) => String(title));
    const times = (title: string): number => held.filter((name) => name === title).length;
    return {
      accepted: this.accepted.length,
      leftBehind: this.leftBehind,
      lost: this.accepted.filter((title) => times(title) === 0),
      doubled: this.begun.filter((title) => times(title) > 1),
    };
  }
}
