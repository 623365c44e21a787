import { Fragment } from 'react';

/** An e-mail address that breaks before its @, then before a dot, where it does not fit in one line; '-' for a blank one. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return email.trim() === '' ? '-' : email;
  return (
    <>
      {email.slice(0, at)}
      {email
        .slice(at)
        .split(/(?=\.)/)
        .map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parts may be the same
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
    </>
  );
}
