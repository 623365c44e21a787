import { type ComponentType, useEffect, useRef, useState } from 'react';
import { LazyModule } from '../../ui/lazy-module.ts';
import { PartNotLoadedError } from '../../ui/lazy-part.ts';
import { rootFontSize } from '../../ui/use-window-size.ts';
import { CARD_REM, CardList, GAP_REM } from './card-list.tsx';
import type { ResourceRowsProps } from './resource-table.tsx';

const measured = new LazyModule(() => import('./measured-cards.tsx'));

/**
 * Draws the first cards before the code that measures cards has loaded. That code is larger than the rest of the list.
 */
export function ResourceCards(props: ResourceRowsProps) {
  const [Cards, setCards] = useState<ComponentType<ResourceRowsProps>>(
    () => measured.loaded?.default ?? FirstCards,
  );
  useEffect(() => {
    measured.load().then(
      // No transition: if the user scrolls while it renders, the list would jump back.
      (loaded) => setCards(() => loaded.default),
      (cause: unknown) =>
        setCards(() => {
          throw new PartNotLoadedError(cause);
        }),
    );
  }, []);
  return <Cards {...props} />;
}

function FirstCards(props: ResourceRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [height] = useState(() => (CARD_REM + GAP_REM) * rootFontSize());
  const count = Math.min(props.rows.length, Math.ceil(window.innerHeight / height) + 1);
  const after = (props.rows.length - count) * height;
  return <CardList {...props} list={list} indexes={[...Array(count).keys()]} before={0} after={after} />;
}
