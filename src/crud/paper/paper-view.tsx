import { CHART_COLORS, chartShape } from '../../domain/papers/chart-shape.ts';
import type {
  PaperChart,
  PaperContent,
  PaperFact,
  PaperPart,
  PaperPictures,
  PaperRow,
  PaperTable,
} from '../../domain/papers/paper-content.ts';
import { documentWords } from '../../words/papers.ts';
import css from './paper-view.module.css';

/** Returns the picture's URL. Undefined until it is read, or if the picture is not on this device. */
export type PictureUrl = (sha256: string) => string | undefined;

interface Props {
  readonly content: PaperContent;
  /** The company's logo, as a data URL, or ''. */
  readonly logo: string;
  readonly urlOf?: PictureUrl;
}

/** Shows a document with the words of its PDF, no more and no less: people sign what they read here. */
export function PaperView({ content, logo, urlOf = noPicture }: Props) {
  const { company, title, facts, parts } = content;
  return (
    <article className={css.sheet} aria-label={title}>
      <div className={css.head}>
        <div className={css.company}>
          {logo !== '' && company.logo !== '' && <img src={logo} alt="" className={css.logo} />}
          {company.name !== '' && <p className={css.name}>{company.name}</p>}
          <Lines lines={company.lines} />
        </div>
        <div className={css.what}>
          <h2 className={css.title}>{title}</h2>
          <Facts facts={facts} />
        </div>
      </div>
      <PaperParts parts={parts} urlOf={urlOf} />
    </article>
  );
}

function noPicture(): undefined {
  return undefined;
}

interface PartsProps {
  readonly parts: readonly PaperPart[];
  readonly urlOf?: PictureUrl;
}

export function PaperParts({ parts, urlOf = noPicture }: PartsProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes while it is shown
  return parts.map((part, at) => <Part key={at} part={part} urlOf={urlOf} />);
}

function Part({ part, urlOf }: { readonly part: PaperPart; readonly urlOf: PictureUrl }) {
  switch (part.part) {
    case 'parties':
      return (
        <div className={css.parties}>
          {part.parties.map(({ role, lines }) => (
            <section key={role} className={css.part}>
              <h3 className={css.heading}>{role}</h3>
              <Lines lines={lines} />
            </section>
          ))}
        </div>
      );
    case 'facts':
      return (
        <section className={css.part}>
          <h3 className={css.heading}>{part.heading}</h3>
          <Facts facts={part.facts} />
        </section>
      );
    case 'text':
      return (
        <section className={css.part}>
          {part.heading !== '' && <h3 className={css.heading}>{part.heading}</h3>}
          <Lines lines={part.paragraphs} />
        </section>
      );
    case 'table':
      return <Table table={part} />;
    case 'sums':
      return (
        <dl className={css.sums}>
          {part.sums.map(({ name, text, isTotal }) => (
            <div key={name} data-total={isTotal || undefined}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'pictures':
      return <Pictures pictures={part} urlOf={urlOf} />;
    case 'chart':
      return <Chart chart={part} />;
    default:
      return part satisfies never;
  }
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and two may be the same
    <p key={at}>{line}</p>
  ));
}

function Facts({ facts }: { readonly facts: readonly PaperFact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ table: { heading, columns, rows, notes } }: { readonly table: PaperTable }) {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  return (
    <section className={css.part}>
      {heading !== '' && <h3 className={css.heading}>{heading}</h3>}
      {/* Wide tables scroll on a phone, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls */}
      <div className={css.scrolls} tabIndex={columns.length > 4 ? 0 : undefined}>
        <table className={css.table} aria-label={heading} data-wide={columns.length > 4 || undefined}>
          <colgroup>
            {columns.map(({ head, width }) => (
              <col key={head} style={{ width: `${(100 * width) / all}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ head, align }) => (
                <th key={head} scope="col" data-align={align}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and two may be the same
              <Row key={at} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      <Lines lines={notes} />
    </section>
  );
}

function Row({ row, columns }: { readonly row: PaperRow } & Pick<PaperTable, 'columns'>) {
  if (row.row === 'group') {
    return (
      <tr>
        <th colSpan={columns.length} scope="colgroup" className={css.group}>
          {row.text}
        </th>
      </tr>
    );
  }
  return (
    <tr>
      {columns.map(({ head, align }, at) => (
        <td key={head} data-align={align}>
          {row.cells[at]}
        </td>
      ))}
    </tr>
  );
}

function Pictures({ pictures: { heading, pictures }, urlOf }: PicturesProps) {
  return (
    <section className={css.part}>
      {heading !== '' && <h3 className={css.heading}>{heading}</h3>}
      <div className={css.pictures}>
        {pictures.map(({ sha256, lines }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one picture may be there twice
          <figure key={at}>
            <Picture url={urlOf(sha256)} />
            <figcaption>
              <Lines lines={lines} />
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

interface PicturesProps {
  readonly pictures: PaperPictures;
  readonly urlOf: PictureUrl;
}

function Picture({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return <p className={css.missing}>{documentWords.pictureNotHere}</p>;
  return <img src={url} alt="" loading="lazy" />;
}

const CHART = { width: 170, height: 60 };

function Chart({ chart }: { readonly chart: PaperChart }) {
  const { ticks, labels, lines } = chartShape(chart, CHART.width, CHART.height);
  return (
    <section className={css.part}>
      <h3 className={css.heading}>{chart.heading}</h3>
      <svg
        viewBox={`-2 -3 ${CHART.width + 6} ${CHART.height + 4}`}
        className={css.chart}
        role="img"
        aria-label={chart.heading}
      >
        {ticks.map(({ text, y }) => (
          <g key={text}>
            <line x1={12} x2={CHART.width} y1={y} y2={y} className={css.rule} />
            <text x={10} y={y + 1} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {labels.map(({ text, x }) => (
          <text key={x} x={x} y={CHART.height} textAnchor="middle">
            {text}
          </text>
        ))}
        {lines.map(({ name, stretches }, at) => (
          <g key={name} stroke={colorOf(at)} fill={colorOf(at)}>
            {stretches.map((points) => (
              <g key={points[0]?.x}>
                <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} fill="none" />
                {points.map(({ x, y }) => (
                  <circle key={x} cx={x} cy={y} r={0.9} />
                ))}
              </g>
            ))}
          </g>
        ))}
      </svg>
      <ul className={css.legend}>
        {lines.map(({ name }, at) => (
          <li key={name} style={{ color: colorOf(at) }}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

function colorOf(line: number): string {
  return CHART_COLORS[line % CHART_COLORS.length] ?? CHART_COLORS[0];
}
