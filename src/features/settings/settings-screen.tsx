import { Button } from '@mantine/core';
import { useState } from 'react';
import { readPriceList } from '../../domain/papers/price-list.ts';
import {
  type CompanySettingName,
  linesOf,
  type SettingChange,
  type Settings,
} from '../../domain/settings.ts';
import { type KeptSettings, type SettingConflict, settingsOf } from '../../outbox/kept-settings.ts';
import { valueNow } from '../../outbox/reduce-settings.ts';
import { decideSettings, useKeptSettings, useSettingsState } from '../../records/company-settings.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EditIcon } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/product.tsx';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { formatFull } from '../../ui/text/format-date.ts';
import { screenTitles } from '../../words/common.ts';
import { priceListWords } from '../../words/items.ts';
import {
  logoWords,
  settingHistory,
  settingLabels,
  settingQuestions,
  settingsWords,
} from '../../words/settings-and-about.ts';
import { PhotoSettings } from './photo-settings.tsx';
import { PriceList } from './price-list.tsx';
import { ScheduleSettings } from './schedule-settings.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import css from './settings-screen.module.css';

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
      <PageHeader inBar title={screenTitles.settings} />
      {state && state.waiting > 0 && (
        <div className={css.notice} role="status">
          <Notice tone="info">{settingsWords.notSent}</Notice>
        </div>
      )}
      {kept?.draft && !editing && <Begun onGoOn={edit} />}
      {kept && <SettingQuestions kept={kept} />}
      <section className={css.panel}>
        <div className={css.head}>
          <p className={css.about}>{settingsWords.whatFor}</p>
          <Button
            leftSection={<EditIcon size={18} aria-hidden />}
            disabled={kept === undefined}
            onClick={edit}
          >
            {settingsWords.edit}
          </Button>
        </div>
        {kept && <SettingsFacts settings={settingsOf(kept)} />}
        {state && (
          <p className={css.where}>
            <span>{isShared ? settingsWords.keptByServer : settingsWords.keptByDevice}</span>{' '}
            <span>{settingsWords.keptAtLogOut}</span>
          </p>
        )}
        {kept?.server && kept.server.history.length > 0 && <SettingsHistory history={kept.server.history} />}
      </section>
      <PriceList />
      <PhotoSettings />
      <ScheduleSettings />
      {editing && kept && (
        <SettingsDialog settings={settingsOf(kept)} begun={kept.draft} isShared={isShared} onClose={close} />
      )}
    </>
  );
}

function Begun({ onGoOn }: { readonly onGoOn: () => void }) {
  return (
    <div className={css.notice}>
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
  const address = linesOf(settings.companyAddress);
  return (
    <Facts folds>
      <Fact name={settingLabels.companyName} wide>
        {settings.companyName.trim()}
      </Fact>
      <Fact name={settingLabels.companyPhone}>{settings.companyPhone.trim()}</Fact>
      <Fact name={settingLabels.companyAddress} wide blank={address.length === 0}>
        <Lines lines={[...new Set(address)]} />
      </Fact>
      <Fact name={settingLabels.companyLogo} wide>
        {settings.companyLogo && (
          <img src={settings.companyLogo} alt={logoWords.picture} className={css.logo} />
        )}
      </Fact>
      <Fact name={settingLabels.myName}>{settings.myName.trim()}</Fact>
    </Facts>
  );
}

export function SettingQuestions({ kept }: { readonly kept: KeptSettings }) {
  const refused = Object.entries(kept.edits).filter(([, { refusal }]) => refusal !== undefined);
  if (kept.conflicts.length + refused.length === 0) return null;
  return (
    <section aria-label={settingQuestions.title} className={css.questions}>
      {kept.conflicts.map((conflict) => (
        <Conflict key={`${conflict.setting} ${conflict.checklist}`} kept={kept} conflict={conflict} />
      ))}
      {refused.map(([name, { refusal = '' }]) => (
        <Refusal key={name} name={name as CompanySettingName} reason={refusal} />
      ))}
    </section>
  );
}

function Conflict({ kept, conflict }: { readonly kept: KeptSettings; readonly conflict: SettingConflict }) {
  const services = useRecordServices();
  const { setting, checklist, mine } = conflict;
  const by = conflict.by || settingQuestions.someoneElse;
  const decide = (keep: 'mine' | 'theirs'): Promise<void> =>
    decideSettings(services, { type: 'decided', conflict, keep });
  return (
    <Notice
      tone="warning"
      action={
        <div className={css.ways}>
          <Button onClick={() => void decide('mine')}>{settingQuestions.useMine}</Button>
          <Button variant="default" onClick={() => void decide('theirs')}>
            {settingQuestions.keepTheirs}
          </Button>
        </div>
      }
    >
      <p>
        {checklist === null
          ? settingQuestions.changed({ by, setting: settingLabels[setting] })
          : settingQuestions.changedChecklist({ by, checklist })}
      </p>
      <dl className={css.sides}>
        <dt>{settingQuestions.mine}</dt>
        <dd>
          <Value setting={setting} value={mine} />
        </dd>
        <dt>{settingQuestions.theirs}</dt>
        <dd>
          <Value setting={setting} value={valueNow(kept, conflict)} />
        </dd>
      </dl>
    </Notice>
  );
}

function Value({ setting, value }: { readonly setting: CompanySettingName; readonly value: string }) {
  if (value.trim() === '') return <span>{settingQuestions.nothing}</span>;
  if (setting === 'priceList')
    return <span>{priceListWords.count({ count: readPriceList(value).length })}</span>;
  if (setting !== 'companyLogo') return <span>{value}</span>;
  return <img src={value} alt={logoWords.picture} className={css.logo} />;
}

function Refusal({ name, reason }: { readonly name: CompanySettingName; readonly reason: string }) {
  const services = useRecordServices();
  return (
    <Notice
      tone="error"
      action={
        <div className={css.ways}>
          <Button variant="default" onClick={() => void decideSettings(services, { type: 'retried' })}>
            {settingQuestions.tryAgain}
          </Button>
          <Button
            variant="default"
            onClick={() => void decideSettings(services, { type: 'discarded', setting: name })}
          >
            {settingQuestions.discard}
          </Button>
        </div>
      }
    >
      <p>{settingQuestions.refused({ setting: settingLabels[name], reason })}</p>
    </Notice>
  );
}

export function SettingsHistory({ history }: { readonly history: readonly SettingChange[] }) {
  return (
    <details className={css.history}>
      <summary>{settingHistory.title}</summary>
      <ul>
        {history.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no id, and are only ever added
          <li key={index}>
            <p>{changeWords(change)}</p>
            <p className={css.who}>{settingHistory.by({ by: change.by, time: formatFull(change.at) })}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function changeWords({ setting: name, before, after }: SettingChange): string {
  const setting = settingLabels[name];
  if (before === null || after === null) return settingHistory.changedAtAll({ setting });
  if (before === '') return settingHistory.set({ setting, after });
  if (after === '') return settingHistory.cleared({ setting, before });
  return settingHistory.changed({ setting, before, after });
}
