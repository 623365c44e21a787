import { Fragment } from 'react';
import css from './email-text.module.css';

interface Props {
  readonly email: string;
  /** The host gets its own line, and breaks before a dot if it must. */
  readonly roomy?: boolean;
}

export function EmailText({ email, roomy = false }: Props) {
  const at = email.lastIndexOf('@');
  if (at < 1) return <span>{email.trim() === '' ? '-' : email}</span>;
  const host = email.slice(at);
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span className={roomy ? css.host : undefined}>{roomy ? dotted(host) : host}</span>
    </>
  );
}

function dotted(host: string) {
  const [first, ...labels] = host.split('.');
  return (
    <>
      <span>{first}</span>
      {labels.map((label, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two labels may be the same
        <Fragment key={index}>
          <wbr />
          <span>{`.${label}`}</span>
        </Fragment>
      ))}
    </>
  );
}
