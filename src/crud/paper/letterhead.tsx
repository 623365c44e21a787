import { linesOf } from '../../domain/settings.ts';
import { useSettings } from '../../records/company-settings.ts';
import css from './paper.module.css';

/** The company at the head of a printed page, as far as the settings name it; nothing where they do not. */
export function Letterhead() {
  const settings = useSettings();
  if (!settings) return null;
  const { companyLogo, companyName, companyAddress, companyPhone } = settings;
  const lines = [...linesOf(companyAddress), companyPhone.trim()].filter(Boolean);
  if (!companyLogo && companyName.trim() === '' && lines.length === 0) return null;
  return (
    <div className={css['letterhead']}>
      {companyLogo && <img src={companyLogo} alt="" className={css['logo']} />}
      <div>
        {companyName.trim() !== '' && <p className={css['company']}>{companyName.trim()}</p>}
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and two may be the same
          <p key={index}>{line}</p>
        ))}
      </div>
    </div>
  );
}
