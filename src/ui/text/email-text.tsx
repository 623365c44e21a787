import css from './email-text.module.css';

interface Props {
  readonly email: string;
  /** Nothing is cut off. */
  readonly roomy?: boolean;
}

export function EmailText({ email, roomy = false }: Props) {
  return (
    <>
      {partsOf(email).map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two parts may be the same
        <span key={place} className={roomy ? css.whole : css.part}>
          {part}
        </span>
      ))}
    </>
  );
}

/** 'ann', '@mail', '.example', '.com' */
function partsOf(email: string): readonly string[] {
  const at = email.lastIndexOf('@');
  if (at < 1) return [email.trim() === '' ? '-' : email];
  return [email.slice(0, at), ...email.slice(at).split(/(?=\.)/)];
}
