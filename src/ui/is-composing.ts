/** Safari ends a composition before its last key, which only this code tells. */
const COMPOSED = 229;

/** True for a key that chooses among the words of an input method: it is not for us. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSED;
}
