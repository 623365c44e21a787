/** Names of colors in tokens.css, for states (`choice-chip.tsx`) and people (`avatar.tsx`). `alarm` is white on red. */
const TONES = ['gray', 'green', 'blue', 'violet', 'orange', 'red', 'teal', 'pink', 'alarm'] as const;

export type Tone = (typeof TONES)[number];

export function isTone(color: unknown): color is Tone {
  return TONES.some((tone) => tone === color);
}
