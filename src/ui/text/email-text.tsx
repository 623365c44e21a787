import { Fragment, type ReactNode } from 'react';
import css from './email-text.module.css';

interface Props {
  readonly email: string;
  /** Wraps the address instead of cutting it off. */
  readonly roomy?: boolean;
}

export function EmailText({ email, roomy = false }: Props) {
  const at = email.lastIndexOf('@');
  if (at < 1) return <span>{email.trim() === '' ? '-' : email}</span>;
  return (
    <span className={roomy ? css.roomy : css.address}>
      <span className={css.side}>{dotted(email.slice(0, at))}</span>
      <wbr />
      <span className={css.side}>{dotted(email.slice(at))}</span>
    </span>
  );
}

function dotted(side: string): ReactNode {
  return side.split(/(?=\.)/).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- two parts may be the same
    <Fragment key={place}>
      {place > 0 && <wbr />}
      <span className={css.part}>{part}</span>
    </Fragment>
  ));
}
