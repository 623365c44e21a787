import { Fragment } from 'react';
import css from './email-text.module.css';

interface Props {
  readonly email: string;
  /** There is room for as many lines as it takes: what is behind the @ breaks off whole, and before a dot if it must. */
  readonly roomy?: boolean;
}

/** An e-mail address that breaks before its @ where it does not fit in one line; '-' for a blank one. */
export function EmailText({ email, roomy = false }: Props) {
  const at = email.lastIndexOf('@');
  if (at < 1) return email.trim() === '' ? '-' : email;
  const host = email.slice(at);
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {roomy ? <span className={css['host']}>{dotted(host)}</span> : host}
    </>
  );
}

/** '@crm.example.com' that may break before its dots. */
function dotted(host: string) {
  const [first, ...labels] = host.split('.');
  return (
    <>
      {first}
      {labels.map((label, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two labels may be the same
        <Fragment key={index}>
          <wbr />.{label}
        </Fragment>
      ))}
    </>
  );
}
