/** A line of docs/specification-sentences.md with the indented lines that continue it. */
export interface Part {
  /** The number of the heading above it: '2' or 'D1'. Empty below a heading without one. */
  readonly section: string;
  readonly text: string;
}

/** One promise. */
interface Sentence extends Part {
  readonly id: string;
  /** Ids of the decisions that it yields to. */
  readonly decisions: readonly string[];
}

const HEADING = /^## (?:(D?\d+)\. )?/;
const ITEM = /^- \*\*(D?\d+\.\d+)\*\* \S/;
const DECISIONS = / → (D\d+\.\d+(?:, D\d+\.\d+)*)$/;

/** The parts of a text in order. Joined by line breaks they are the text again. */
export function partsOf(text: string): (Part | Sentence)[] {
  let section = '';
  return text.split(/\n(?! {2}\S)/).map((line) => {
    const heading = HEADING.exec(line);
    if (heading) section = heading[1] ?? '';
    const part = { section, text: line };
    const id = ITEM.exec(line)?.[1];
    if (id === undefined) return part;
    return { ...part, id, decisions: DECISIONS.exec(line.replaceAll(/\s+/g, ' '))?.[1]?.split(', ') ?? [] };
  });
}

export function isSentence(part: Part): part is Sentence {
  return 'id' in part;
}

/** Messages about sentences that are wrong whatever the tests say. */
export function problemsOf(parts: readonly Part[]): string[] {
  const sentences = parts.filter(isSentence);
  const unread = parts
    .filter((part) => part.section !== '' && part.text.startsWith('-') && !isSentence(part))
    .map(({ text }) => `'${text}' is no sentence: write '- **2.3** Text.' or '- **2.3** Text. → D1.4'`);
  return [...unread, ...misnumbered(sentences), ...unknownDecisions(sentences)];
}

function misnumbered(sentences: readonly Sentence[]): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const { id, section } of sentences) {
    const [ownSection, number] = id.split('.');
    const due = `${section}.${(counts.get(section) ?? 0) + 1}`;
    if (seen.has(id)) problems.push(`${id} is there twice`);
    else if (ownSection !== section) problems.push(`${id} is not in a section of its number`);
    else if (id !== due) problems.push(`${id} stands where ${due} is due: the ids of a section have no gap`);
    if (ownSection === section) counts.set(section, Number(number));
    seen.add(id);
  }
  return problems;
}

function unknownDecisions(sentences: readonly Sentence[]): string[] {
  const known = new Set(sentences.map(({ id }) => id));
  return sentences.flatMap(({ id, decisions }) =>
    decisions.filter((one) => !known.has(one)).map((one) => `${id} yields to ${one}, which is not there`),
  );
}
