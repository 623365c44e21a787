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
import css from './settings-screen.module.css';

const SettingsDialog = lazyPart(() => import('./settings-dialog.tsx'));

/** /settings: what stands at the head of everything that is printed, and who prints it. */
export default function SettingsScreen() {
  usePageTitle('Settings');
  const settings = useSettings();
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  return (
    <>
      <PageHeader title="Settings">
        <Button
          leftSection={<EditIcon size={18} aria-hidden />}
          disabled={settings === undefined}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
      </PageHeader>
      <section className={css['panel']}>
        <p className={css['about']}>
          Your company appears at the top of every estimate, work order and report that you print. Your name
          is printed as the person who prepared it.
        </p>
        {settings && (
          <Facts>
            <Fact name="Company Name" wide>
              {settings.companyName.trim()}
            </Fact>
            <Fact name="Company Phone">{settings.companyPhone.trim()}</Fact>
            <Fact name="Company Address" wide>
              <Lines lines={[...new Set(linesOf(settings.companyAddress))]} />
            </Fact>
            <Fact name="Company Logo" wide>
              {settings.companyLogo && (
                <img src={settings.companyLogo} alt="The company’s logo" className={css['logo']} />
              )}
            </Fact>
            <Fact name="My Name">{settings.myName.trim()}</Fact>
          </Facts>
        )}
        <p className={css['where']}>
          Kept on this device for your account, and never sent to the server: other people and your other
          devices do not see it. When you log out, it is removed from this device with your records. After
          that you enter it again.
        </p>
      </section>
      <LazySlot onClose={close}>
        {editing && settings && <SettingsDialog settings={settings} onClose={close} />}
      </LazySlot>
    </>
  );
}
