import type { ReactNode } from 'react';
import css from './facts.module.css';

/** What is known of a record, as names and values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css['facts']}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** A long text has the whole width and keeps its line breaks. */
  readonly long?: boolean;
  /** Has the whole width on a phone: an address, an email. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** One of them; '-' where nothing is known. */
export function Fact({ name, long = false, wide = false, children }: FactProps) {
  const blank = children === null || children === '' || (Array.isArray(children) && children.length === 0);
  return (
    <div className={css['fact']} data-long={long || undefined} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{blank ? '-' : children}</dd>
    </div>
  );
}

/** Lines of a text that are no facts, as they stand there. */
export function OtherLines({ lines }: { readonly lines: readonly string[] }) {
  return lines.length === 0 ? null : <p className={css['other']}>{lines.join('\n')}</p>;
}

/** An address or another thing of several lines. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return <span>-</span>;
  return lines.map((line, place) => (
    <span key={place} className={css['line']}>
      {line}
    </span>
  ));
}
