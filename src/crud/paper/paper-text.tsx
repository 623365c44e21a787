import css from './paper.module.css';

interface Props {
  readonly heading: string;
  readonly text: string;
}

/** A long text under its heading, with the line breaks it was written with; nothing for a blank one. */
export function PaperText({ heading, text }: Props) {
  if (text.trim() === '') return null;
  return (
    <section className={css['text']}>
      <h2 className={css['label']}>{heading}</h2>
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name, and two may be the same
          <p key={index}>{paragraph}</p>
        ))}
    </section>
  );
}
