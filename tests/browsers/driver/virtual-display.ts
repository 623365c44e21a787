import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Larger than any window that a test opens. */
const SCREEN = '1600x1400x24';

/** A screen in memory (Xvfb), for a browser that needs one. */
export class VirtualDisplay {
  /** The value for the variable DISPLAY, such as ':3'. */
  readonly name: string;
  private readonly server: ChildProcess;

  private constructor(name: string, server: ChildProcess) {
    this.name = name;
    this.server = server;
  }

  /** @param xvfb path of the program, which itself picks a free display number */
  static async start(xvfb: string): Promise<VirtualDisplay> {
    const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
    const server = spawn(xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    let number = '';
    const told = server.stdio[3] as Readable;
    told.on('data', (text) => {
      number += String(text);
    });
    // Xvfb prints its number once it accepts connections.
    await finished(told);
    if (number.trim() === '') throw new Error(`${xvfb} did not start`);
    const display = new VirtualDisplay(`:${number.trim()}`, server);
    process.once('exit', display.endNow);
    return display;
  }

  async end(): Promise<void> {
    process.off('exit', this.endNow);
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const exited = once(this.server, 'exit');
    this.server.kill();
    await exited;
  }

  /** If the test runner dies before its teardown, Xvfb must not keep running. */
  private readonly endNow = (): void => {
    this.server.kill('SIGKILL');
  };
}
