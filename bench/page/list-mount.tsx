// For the style sheets that every screen of the app has.
import '../../src/app/boot/app.tsx';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { cssVariables, theme } from '../../src/app/shell/theme.ts';
import ResourceListScreen from '../../src/crud/list/resource-list-screen.tsx';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { customerView } from '../../src/features/customers/customer-view.tsx';
import type { RecordServices } from '../../src/records/record-services.ts';
import { RecordsContext } from '../../src/records/records-context.ts';
import type { RecordRow } from '../../src/records/use-records.ts';
import { held } from './held.ts';

/** How many rows the list drew when it was last mounted. */
let drawnByList = 0;

/** From nothing to the laid-out list screen of the app, in ms. */
export async function mountList(count: number): Promise<number> {
  const { services } = await held(count);
  const { ms, drawn, height } = mounting(services, <ResourceListScreen view={customerView} />);
  if (drawn < 10 || height < 500) throw new Error(`Only ${drawn} rows were drawn.`);
  drawnByList = drawn;
  return ms;
}

/** The same for a plain table of as many rows and nothing else, whose cells are the texts of the same fields. */
export async function mountPlainRows(count: number): Promise<number> {
  const { customers, services } = await held(count);
  const rows = customers.getSnapshot().records.slice(0, drawnByList);
  const { ms, drawn } = mounting(services, <PlainTable rows={rows} />);
  if (drawn === 0 || drawn !== drawnByList) throw new Error(`${drawn} rows were drawn, not ${drawnByList}.`);
  return ms;
}

interface Mounted {
  readonly ms: number;
  /** Rows in the document. */
  readonly drawn: number;
  /** Of the whole page, in px. */
  readonly height: number;
}

function mounting(services: RecordServices, screen: ReactNode): Mounted {
  const element = document.querySelector('#root');
  if (!element) throw new Error('The page has no root.');
  const root = createRoot(element);
  const draw = (content: ReactNode): void =>
    flushSync(() =>
      root.render(
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="light">
          <BrowserRouter>
            <RecordsContext value={services}>{content}</RecordsContext>
          </BrowserRouter>
        </MantineProvider>,
      ),
    );
  draw(null);
  const started = performance.now();
  draw(screen);
  // The browser lays it out when it is asked where something is.
  const { height } = document.body.getBoundingClientRect();
  const ms = performance.now() - started;
  const drawn = element.querySelectorAll('tbody tr').length;
  root.unmount();
  return { ms, drawn, height };
}

function PlainTable({ rows }: { readonly rows: readonly Pick<RecordRow<Fields>, 'localId' | 'view'>[] }) {
  return (
    <table>
      <tbody>
        {rows.map(({ localId, view }) => (
          <tr key={localId}>
            {customerView.columns.map(({ field }) => (
              <td key={field}>{view[field]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
