import { recordsOn } from '../../e2e/support/held-records.ts';
import type { Server } from '../../e2e/support/server.ts';
import type { Device } from './device.ts';

/** The saves of all devices in a run, to be compared with the server's records in the end. */
export class Ledger {
  private readonly accepted: string[] = [];
  private readonly begun: string[] = [];
  private leftBehind = 0;

  /** @param hung true if the device hung: its accepted saves are never sent */
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
