/** The colors of states and people, with their names in tokens.css. `alarm` is white on red. */
const TONES = ['gray', 'green', 'blue', 'violet', 'orange', 'red', 'teal', 'pink', 'alarm'] as const;

export type Tone = (typeof TONES)[number];

export function isTone(color: unknown): color is Tone {
  return TONES.some((tone) => tone === color);
}
