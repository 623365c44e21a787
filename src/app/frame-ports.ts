import type { BrowserFacts, InstallWay } from './install-way.ts';
import type { ShortcutSwitch } from './shell/shortcut-switch.ts';

/** What the app needs to propose that it be installed. */
export interface InstallPorts {
  readonly way: InstallWay;
  /** Shows the browser's own dialog. For the way `prompt` alone. */
  readonly install: () => void;
  /** Something else asks the person for an answer: nothing is proposed meanwhile. */
  readonly quiet: boolean;
  /** Whether it may propose it of its own accord. */
  readonly mayAsk: () => boolean;
  /** It has proposed it. */
  readonly noteAsked: () => void;
}

/** What the frame around the screens needs of the device. */
export interface FramePorts {
  readonly install: InstallPorts;
  readonly browser: BrowserFacts;
  readonly shortcuts: ShortcutSwitch;
  /** Of the app, as in package.json. */
  readonly version: string;
  /** Shows a number on the icon of the installed app; none at 0. */
  readonly setBadge: (count: number) => void;
}
