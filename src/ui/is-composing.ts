/** The code of the last key of a composition in Safari, whose `isComposing` is already false then. */
const COMPOSED = 229;

/** True for a key that chooses among the words of an input method: it is not for us. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSED;
}
