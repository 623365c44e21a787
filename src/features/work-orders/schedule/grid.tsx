import { type CSSProperties, type ReactNode, useRef } from 'react';
import { lightCopies, moveInGrid, stopAtFocus, useStop } from './roving.ts';

interface Props {
  readonly label: string;
  readonly className: string;
  readonly style?: CSSProperties;
  /** The head, the rows of people and the foot. */
  readonly children: ReactNode;
}

/** A table of people. The arrow keys go through its cards and empty cells. */
export function Grid({ label, className, style, children }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  useStop(grid);
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys
      role="grid"
      aria-label={label}
      aria-describedby="schedule-keys"
      className={className}
      style={style}
      onFocus={(event) => {
        stopAtFocus(event);
        lightCopies(event);
      }}
      onPointerOver={lightCopies}
      onKeyDown={moveInGrid}
    >
      {children}
    </table>
  );
}
