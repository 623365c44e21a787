import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { linesOf, type Settings } from '../../domain/settings.ts';
import { settingsOf } from '../../outbox/kept-settings.ts';
import { useKeptSettings, useSettingsState } from '../../records/company-settings.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EditIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { usePageTitle } from '../../ui/text/page-title.ts';
import { screenTitles } from '../../words/common.ts';
import { logoWords, settingLabels, settingsWords } from '../../words/settings.ts';
import { SettingQuestions } from './setting-questions.tsx';
import { SettingsHistory } from './settings-history.tsx';
import css from './settings-screen.module.css';

const SettingsDialog = lazyPart(() => import('./settings-dialog.tsx'));

/** /settings: what stands at the head of everything that is printed, and who prints it. */
export default function SettingsScreen() {
  usePageTitle(screenTitles.settings);
  const kept = useKeptSettings();
  const state = useSettingsState();
  const isShared = state?.isShared ?? false;
  const { leftForms } = useRecordServices();
  const [editing, setEditing] = useState(() => leftForms.reopen('settings') !== null);
  const edit = (): void => setEditing(true);
  const close = (): void => setEditing(false);
  return (
    <>
      <PageHeader title={screenTitles.settings}>
        <Button leftSection={<EditIcon size={18} aria-hidden />} disabled={kept === undefined} onClick={edit}>
          {settingsWords.edit}
        </Button>
      </PageHeader>
      {state && state.waiting > 0 && (
        <div className={css['notice']} role="status">
          <Notice tone="info">{settingsWords.notSent}</Notice>
        </div>
      )}
      {kept?.draft && !editing && <Begun onGoOn={edit} />}
      {kept && <SettingQuestions kept={kept} />}
      <section className={css['panel']}>
        <p className={css['about']}>{settingsWords.whatFor}</p>
        {kept && <SettingsFacts settings={settingsOf(kept)} />}
        {state && (
          <p className={css['where']}>
            <span>{isShared ? settingsWords.keptByServer : settingsWords.keptByDevice}</span>{' '}
            <span>{settingsWords.keptAtLogOut}</span>
          </p>
        )}
        {kept?.server && kept.server.history.length > 0 && <SettingsHistory history={kept.server.history} />}
      </section>
      <LazySlot onClose={close}>
        {editing && kept && (
          <SettingsDialog
            settings={settingsOf(kept)}
            begun={kept.draft}
            isShared={isShared}
            onClose={close}
          />
        )}
      </LazySlot>
    </>
  );
}

/** Says that a form was left with something in it that is not saved. */
function Begun({ onGoOn }: { readonly onGoOn: () => void }) {
  return (
    <div className={css['notice']}>
      <Notice
        tone="info"
        action={
          <Button variant="default" onClick={onGoOn}>
            {settingsWords.goOn}
          </Button>
        }
      >
        {settingsWords.left}
      </Notice>
    </div>
  );
}

function SettingsFacts({ settings }: { readonly settings: Settings }) {
  return (
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
  );
}
