import { type ReactNode, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { LayerHistory } from '../shell/layer-history.ts';
import { useKeptFocus } from '../shell/use-kept-focus.ts';

/** The router, around whatever the page shows. */
export function Page({ children }: { readonly children: ReactNode }) {
  useKeptFocus();
  const [history] = useState(() => new LayerHistory(window));
  return <HistoryRouter history={history}>{children}</HistoryRouter>;
}
