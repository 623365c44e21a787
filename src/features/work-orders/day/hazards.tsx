import { AttentionIcon } from '../../../ui/icons.ts';
import { jobWords } from '../../../words/jobs.ts';
import css from './job.module.css';

export function Hazards({ flags }: { readonly flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <section aria-labelledby="job-hazards" className={css.hazards}>
      <h2 id="job-hazards" className={css.title}>
        <AttentionIcon size={20} aria-hidden /> <span>{jobWords.flags}</span>
      </h2>
      <ul aria-label={jobWords.flags} className={css.flags}>
        {flags.map((flag) => (
          <li key={flag} className={css.flag}>
            {flag}
          </li>
        ))}
      </ul>
    </section>
  );
}
