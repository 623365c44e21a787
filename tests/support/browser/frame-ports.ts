import type { FramePorts, InstallPorts } from '../../../src/app/pwa/install.ts';

interface Given extends Partial<Omit<FramePorts, 'install'>> {
  readonly install?: Partial<InstallPorts>;
}

/** Returns the ports of a device on which the app cannot be installed, with the given differences. */
export function framePorts({ install, ...given }: Given = {}): FramePorts {
  return {
    install: { ...INSTALL, ...install },
    browser: { userAgent: 'test', touchPoints: 0, standalone: false, opensOffline: true, canPersist: true },
    shortcuts: { isOn: () => true, set: nothing },
    version: '1.2.3',
    setBadge: nothing,
    ...given,
  };
}

function nothing(): void {}

const INSTALL: InstallPorts = {
  way: 'none',
  install: nothing,
  quiet: false,
  mayAsk: () => true,
  noteAsked: nothing,
};
