import type { ReactNode } from 'react';
import css from './facts.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Full width, with line breaks kept. */
  readonly long?: boolean;
  /** Full width on a phone. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Fact({ name, long = false, wide = false, children }: FactProps) {
  const blank = children === null || children === '' || (Array.isArray(children) && children.length === 0);
  return (
    <div className={css.fact} data-long={long || undefined} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{blank ? '-' : children}</dd>
    </div>
  );
}

export function OtherLines({ lines }: { readonly lines: readonly string[] }) {
  return lines.length === 0 ? null : <p className={css.other}>{lines.join('\n')}</p>;
}

export function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return <span>-</span>;
  return lines.map((line, place) => (
    <span key={place} className={css.line}>
      {line}
    </span>
  ));
}
