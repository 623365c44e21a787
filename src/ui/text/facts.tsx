import '@mantine/core/styles/DataList.layer.css';
import { Button, DataList } from '@mantine/core';
import { Children, isValidElement, type ReactNode, useState } from 'react';
import { factWords } from '../../words/jobs.ts';
import css from './facts.module.css';

interface FactsProps {
  /** Hides blank facts until the user asks for them. The children must then be `Fact` elements. */
  readonly folds?: boolean;
  readonly children: ReactNode;
}

export function Facts({ folds = false, children }: FactsProps) {
  const [open, setOpen] = useState(false);
  const all = Children.toArray(children);
  const filled = folds
    ? all.filter((child) => !isValidElement<FactProps>(child) || !isBlank(child.props))
    : all;
  const count = all.length - filled.length;
  return (
    <>
      <DataList orientation="vertical" className={css.facts}>
        {open ? all : filled}
      </DataList>
      {count > 0 && (
        <Button
          variant="subtle"
          size="xs"
          className={css.fold}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? factWords.hideEmpty({ count }) : factWords.showEmpty({ count })}
        </Button>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  /** Full width, with line breaks kept. */
  readonly long?: boolean;
  /** Full width on a phone. */
  readonly wide?: boolean;
  /** Must be given if the children are an element that shows a dash itself. */
  readonly blank?: boolean;
  readonly children: ReactNode;
}

export function Fact(props: FactProps) {
  const { name, long = false, wide = false, children } = props;
  return (
    <DataList.Item className={css.fact} mod={{ long, wide }}>
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue>{isBlank(props) ? '-' : children}</DataList.ItemValue>
    </DataList.Item>
  );
}

function isBlank({ blank, children }: FactProps): boolean {
  return blank ?? (children === null || children === '');
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
