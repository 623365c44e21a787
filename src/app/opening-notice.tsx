import type { OpeningProblem } from './create-services.ts';

interface Props {
  readonly problem: OpeningProblem;
  readonly reload: () => void;
}

/** Stands in for the whole app where the device's data cannot be used; plain markup, since anything may be broken. */
export function OpeningNotice({ problem, reload }: Props) {
  return (
    <main role="alert" style={{ maxWidth: '32rem', margin: '20vh auto', padding: '1rem' }}>
      <h1>Restoration CRM cannot open its data</h1>
      <p>{problem.message} Nothing that was saved here has been deleted by this page.</p>
      <button type="button" onClick={reload}>
        Reload
      </button>
    </main>
  );
}
