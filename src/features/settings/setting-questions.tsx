import { Button } from '@mantine/core';
import type { CompanySettingName } from '../../domain/settings.ts';
import { type KeptSettings, type SettingConflict, valueNow } from '../../outbox/kept-settings.ts';
import { decideSetting, discardSetting, retrySettings } from '../../records/company-settings.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { logoWords, settingLabels, settingQuestions } from '../../words/settings.ts';
import css from './settings-screen.module.css';

/** Changes of this device that are not used: somebody else was faster, or the server refused them. Nothing where there are none. */
export function SettingQuestions({ kept }: { readonly kept: KeptSettings }) {
  const refused = Object.entries(kept.edits).filter(([, { refusal }]) => refusal !== undefined);
  if (kept.conflicts.length + refused.length === 0) return null;
  return (
    <section aria-label={settingQuestions.title} className={css['questions']}>
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
  return (
    <Notice
      tone="warning"
      action={
        <div className={css['ways']}>
          <Button onClick={() => void decideSetting(services, conflict, 'mine')}>
            {settingQuestions.useMine}
          </Button>
          <Button variant="default" onClick={() => void decideSetting(services, conflict, 'theirs')}>
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
      <dl className={css['sides']}>
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
  if (setting !== 'companyLogo') return <span>{value}</span>;
  return <img src={value} alt={logoWords.picture} className={css['logo']} />;
}

function Refusal({ name, reason }: { readonly name: CompanySettingName; readonly reason: string }) {
  const services = useRecordServices();
  return (
    <Notice
      tone="error"
      action={
        <div className={css['ways']}>
          <Button variant="default" onClick={() => void retrySettings(services)}>
            {settingQuestions.tryAgain}
          </Button>
          <Button variant="default" onClick={() => void discardSetting(services, name)}>
            {settingQuestions.discard}
          </Button>
        </div>
      }
    >
      <p>{settingQuestions.refused({ setting: settingLabels[name], reason })}</p>
    </Notice>
  );
}
