import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AddToScreenIcon, MoreIcon, ShareIcon, VerticalMoreIcon } from '../../ui/icons.ts';
import { type GuidedWay, startsEmpty } from '../install-way.ts';
import css from './install-guide.module.css';

export interface InstallGuideProps {
  readonly way: GuidedWay;
  /** Changes that the server does not have. */
  readonly kept: number;
  readonly onClose: () => void;
}

const SHARE = <Sign icon={<ShareIcon size={20} aria-hidden />}>Share</Sign>;
const ADD_TO_HOME_SCREEN = (
  <>
    Choose <Sign icon={<AddToScreenIcon size={20} aria-hidden />}>Add to Home Screen</Sign>. Scroll down if
    you do not see it.
  </>
);
const MORE = <Sign icon={<MoreIcon size={20} aria-hidden />}>More</Sign>;
const ADD = (
  <>
    Tap <b>Add</b>. If there is an <b>Open as Web App</b> switch, leave it on.
  </>
);

const STEPS: Readonly<Record<GuidedWay, readonly ReactNode[]>> = {
  'iphone-safari': [
    <>
      Tap {SHARE} at the bottom of Safari. If you do not see it, tap {MORE} first.
    </>,
    ADD_TO_HOME_SCREEN,
    ADD,
  ],
  'ipad-safari': [
    <>
      Tap {SHARE} at the top of Safari. If you do not see it, tap {MORE} first.
    </>,
    ADD_TO_HOME_SCREEN,
    ADD,
  ],
  'ios-browser': [
    <>Tap {SHARE}. It is beside the address or in the browser’s menu.</>,
    <>{ADD_TO_HOME_SCREEN} If it is missing, open this page in Safari.</>,
    ADD,
  ],
  'ios-in-app': [
    <>Open this page in Safari. The window that it is in now belongs to another app.</>,
    <>
      Sign in there and choose <b>Install app</b> in the account menu.
    </>,
  ],
  'mac-safari': [
    <>
      Choose <b>File</b> in the menu bar, then <b>Add to Dock</b>. It needs macOS Sonoma or later.
    </>,
    <>
      Click <b>Add</b>.
    </>,
  ],
  'firefox-android': [
    <>Tap {<Sign icon={<VerticalMoreIcon size={20} aria-hidden />}>Menu</Sign>} in Firefox.</>,
    <>
      Choose <b>Install</b> or <b>Add app to Home screen</b>, and confirm.
    </>,
  ],
};

/** How to install the app by hand, why, and what it does not take along. */
export default function InstallGuide({ way, kept, onClose }: InstallGuideProps) {
  const empty = startsEmpty(way);
  return (
    <Dialog title="Install app" size="small" onClose={onClose}>
      <p className={css['words']}>
        {empty
          ? `${browserOf(way)} may clear the data of a site that you have not used for seven days. It does not do that to an installed app.`
          : 'The installed app has its own icon and its own window.'}
      </p>
      <ol className={css['steps']}>
        {STEPS[way].map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- They never change places.
          <li key={index}>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      {empty && (
        <p className={css['words']}>
          The installed app starts empty. Sign in there once. What you added in this browser does not move
          into it.
        </p>
      )}
      {empty && kept > 0 && (
        <Notice tone="warning">
          {kept === 1 ? '1 change is' : `${kept} changes are`} not on the server yet and{' '}
          {kept === 1 ? 'stays' : 'stay'} in this browser. Connect first, and wait until Sync shows that
          nothing is waiting.
        </Notice>
      )}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** What clears. On iOS all browsers run on Safari's engine, and its rule is theirs. */
function browserOf(way: GuidedWay): string {
  return way.endsWith('-safari') ? 'Safari' : 'A browser on iPhone or iPad';
}

interface SignProps {
  readonly icon: ReactNode;
  readonly children: string;
}

/** A button of the browser, as it looks and as it is called. */
function Sign({ icon, children }: SignProps) {
  return (
    <b className={css['sign']}>
      {icon}
      {children}
    </b>
  );
}
