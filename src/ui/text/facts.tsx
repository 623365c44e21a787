import '@mantine/core/styles/DataList.layer.css';
import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './facts.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <DataList orientation="vertical" className={css.facts}>
      {children}
    </DataList>
  );
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
    <DataList.Item className={css.fact} mod={{ long, wide }}>
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue>{blank ? '-' : children}</DataList.ItemValue>
    </DataList.Item>
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
