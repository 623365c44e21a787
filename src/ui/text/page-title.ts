import { useEffect } from 'react';
import { productWords } from '../../words/start.ts';

/** Names the tab after the screen: 'Customers · Restoration CRM'. Undefined leaves it as it is. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = productWords.pageTitle({ title });
  }, [title]);
}
