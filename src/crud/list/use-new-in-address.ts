import { useSearchParams } from 'react-router-dom';

const NEW = 'new';

/**
 * Whether the address of a list asks for a new record: '/customers?new', as the shortcuts of the installed app do. The
 * second part takes that out of the address again. It stays there for as long as the form is open, so that a sign-in or
 * a new start on the way leads back to the form.
 */
export function useNewInAddress(): readonly [boolean, () => void] {
  const [params, setParams] = useSearchParams();
  const leave = (): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(NEW);
        return next;
      },
      { replace: true },
    );
  return [params.has(NEW), leave];
}
