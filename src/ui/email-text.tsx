/** An e-mail address that breaks before its @ where it does not fit in one line; '-' for a blank one. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return email.trim() === '' ? '-' : email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
