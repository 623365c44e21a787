import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { linesOf } from '../../domain/settings.ts';
import { useSettings } from '../../records/use-settings.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { EditIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { usePageTitle } from '../../ui/text/page-title.ts';
import { screenTitles } from '../../words/screens.ts';
import { logoWords, settingLabels, settingsWords } from '../../words/settings.ts';
import css from './settings-screen.module.css';

const SettingsDialog = lazyPart(() => import('./settings-dialog.tsx'));

/** /settings: what stands at the head of everything that is printed, and who prints it. */
export default function SettingsScreen() {
  usePageTitle(screenTitles.settings);
  const settings = useSettings();
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  return (
    <>
      <PageHeader title={screenTitles.settings}>
        <Button
          leftSection={<EditIcon size={18} aria-hidden />}
          disabled={settings === undefined}
          onClick={() => setEditing(true)}
        >
          {settingsWords.edit}
        </Button>
      </PageHeader>
      <section className={css['panel']}>
        <p className={css['about']}>{settingsWords.whatFor}</p>
        {settings && (
          <Facts>
            <Fact name={settingLabels.companyName} wide>
              {settings.companyName.trim()}
            </Fact>
            <Fact name={settingLabels.companyPhone}>{settings.companyPhone.trim()}</Fact>
            <Fact name={settingLabels.companyAddress} wide>
              <Lines lines={[...new Set(linesOf(settings.companyAddress))]} />
            </Fact>
            <Fact name={settingLabels.companyLogo} wide>
              {settings.companyLogo && (
                <img src={settings.companyLogo} alt={logoWords.picture} className={css['logo']} />
              )}
            </Fact>
            <Fact name={settingLabels.myName}>{settings.myName.trim()}</Fact>
          </Facts>
        )}
        <p className={css['where']}>{settingsWords.whereKept}</p>
      </section>
      <LazySlot onClose={close}>
        {editing && settings && <SettingsDialog settings={settings} onClose={close} />}
      </LazySlot>
    </>
  );
}
