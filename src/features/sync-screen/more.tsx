import { Button } from '@mantine/core';
import { syncScreenWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

/** Offers more of a list, of which only the first are shown. */
export function More({ left, onMore }: { readonly left: number; readonly onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <div className={css['ways']}>
      <Button variant="default" onClick={onMore}>
        {syncScreenWords.showMore}
      </Button>
      <p className={css['more']}>{syncScreenWords.andMore({ count: left })}</p>
    </div>
  );
}
