import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AddToScreenIcon, MoreIcon, ShareIcon, VerticalMoreIcon } from '../../ui/icons.ts';
import { accountWords } from '../../words/frame.ts';
import { installButtons, installSteps, installWords } from '../../words/settings-and-about.ts';
import { type GuidedWay, startsEmpty } from './install.ts';
import css from './install-guide.module.css';

export interface InstallGuideProps {
  readonly way: GuidedWay;
  /** Changes not on the server. */
  readonly kept: number;
  readonly onClose: () => void;
}

type SignName = keyof typeof NAMES;

const NAMES = { ...installButtons, installApp: accountWords.install };

const ICONS: Readonly<Partial<Record<SignName, ReactNode>>> = {
  share: <ShareIcon size={20} aria-hidden />,
  more: <MoreIcon size={20} aria-hidden />,
  addToHomeScreen: <AddToScreenIcon size={20} aria-hidden />,
  menu: <VerticalMoreIcon size={20} aria-hidden />,
};

/** Separates a step's words from button names. The words never contain it. */
const EDGE = '\n';

const SIGNS = Object.fromEntries(
  Object.keys(NAMES).map((name) => [name, `${EDGE}${name}${EDGE}`]),
) as Readonly<Record<SignName, string>>;

const STEPS: Readonly<Record<GuidedWay, readonly string[]>> = {
  'iphone-safari': [
    installSteps.shareBelow(SIGNS),
    installSteps.chooseHomeScreen(SIGNS),
    installSteps.tapAdd(SIGNS),
  ],
  'ipad-safari': [
    installSteps.shareAbove(SIGNS),
    installSteps.chooseHomeScreen(SIGNS),
    installSteps.tapAdd(SIGNS),
  ],
  'ios-browser': [
    installSteps.shareBeside(SIGNS),
    installSteps.chooseHomeScreenElse(SIGNS),
    installSteps.tapAdd(SIGNS),
  ],
  'ios-in-app': [installSteps.openSafari, installSteps.installThere(SIGNS)],
  'mac-safari': [installSteps.chooseDock(SIGNS), installSteps.clickAdd(SIGNS)],
  'firefox-android': [installSteps.tapMenu(SIGNS), installSteps.chooseInstall(SIGNS)],
};

export default function InstallGuide({ way, kept, onClose }: InstallGuideProps) {
  const empty = startsEmpty(way);
  return (
    <Dialog title={installWords.title} size="small" onClose={onClose}>
      <p className={css.words}>{whyWords(way)}</p>
      <ol className={css.steps}>
        {STEPS[way].map((step) => (
          <li key={step}>
            <span>{step.split(EDGE).map(partOf)}</span>
          </li>
        ))}
      </ol>
      {empty && <p className={css.words}>{installWords.startsEmpty}</p>}
      {empty && kept > 0 && <Notice tone="warning">{installWords.leftBehind({ count: kept })}</Notice>}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {installWords.done}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Explains why to install. All iOS browsers use Safari's engine, which may clear the data of unused sites. */
function whyWords(way: GuidedWay): string {
  if (!startsEmpty(way)) return installWords.ownWindow;
  return way.endsWith('-safari') ? installWords.safariClears : installWords.iosClears;
}

/** Returns the icon and name of a button for every second part. */
function partOf(part: string, place: number): ReactNode {
  if (place % 2 === 0) return part;
  const name = part as SignName;
  const icon = ICONS[name];
  return (
    <b key={place} className={icon ? css.sign : undefined}>
      {icon}
      <span>{NAMES[name]}</span>
    </b>
  );
}
