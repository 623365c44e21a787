import { useEffect } from 'react';

export const PRODUCT = 'Restoration CRM';

/** Names the tab after the screen: 'Customers · Restoration CRM'. Undefined leaves it as it is. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
