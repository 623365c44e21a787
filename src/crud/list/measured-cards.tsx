import { useCallback, useRef } from 'react';
import { CARD_REM, CardList, GAP_REM } from './card-list.tsx';
import { placeOf, type ResourceRowsProps } from './resource-table.tsx';
import { useWindowRows } from './virtual-rows.ts';

/** A lazy chunk. */
export default function MeasuredCards(props: ResourceRowsProps) {
  const { rows, fresh } = props;
  const list = useRef<HTMLUListElement>(null);
  const drawn = useWindowRows({
    ref: list,
    count: rows.length,
    rowRem: CARD_REM,
    gapRem: GAP_REM,
    keyOf: useCallback((index: number) => rows[index]?.localId ?? String(index), [rows]),
    shown: placeOf(fresh, rows),
  });
  return <CardList {...props} {...drawn} list={list} />;
}
