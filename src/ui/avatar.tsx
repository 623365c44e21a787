import css from './avatar.module.css';
import type { Tone } from './kit/tones.ts';

const TONES = ['blue', 'teal', 'violet', 'orange', 'green', 'pink'] as const satisfies readonly Tone[];

/** Hidden from screen readers, because the name is beside it. Plain markup, because lists render hundreds of these. */
export function Avatar({ name }: { readonly name: string }) {
  const tone = toneOf(name);
  return (
    <span
      className={css.avatar}
      style={{ color: `var(--rc-${tone}-ink)`, background: `var(--rc-${tone}-back)` }}
      aria-hidden="true"
    >
      {initials(name)}
    </span>
  );
}

/** The circles of a crew overlap. */
export function Avatars({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span className={css.avatars}>
      {names.map((name) => (
        <Avatar key={name} name={name} />
      ))}
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

/** The same name has the same color on every screen. */
function toneOf(name: string): Tone {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return TONES[sum % TONES.length] ?? 'gray';
}
