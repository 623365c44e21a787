import css from './avatar.module.css';

const HUES = 6;

/** Decorative: the name is beside it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span className={css.avatar} data-hue={hueOf(name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    String.fromCodePoint(...(word ? [word.codePointAt(0) ?? 63] : [])),
  );
  return letters.join('').toUpperCase() || '?';
}

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return sum % HUES;
}
