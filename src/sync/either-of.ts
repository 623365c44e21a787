/** Aborts as soon as either does. `AbortSignal.any` is too young for the tablets in the field. */
export function eitherOf(a: AbortSignal, b: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [a, b]) {
    if (signal.aborted) either.abort();
    else signal.addEventListener('abort', () => either.abort(), { once: true });
  }
  return either.signal;
}
