import { appendLines, linesWithin, oneLine, removeLine, replaceLine, sameLabel } from './text-blocks.ts';

/** `Label: value`, with where it stands. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Index of its line in the text. */
  readonly line: number;
}

const FACT = /^[ \t]*([^:\s](?:[^:]*[^:\s])?)[ \t]*:(.*)$/;

/** The labelled lines of every block called `block`, in the order of the text. */
export function readFacts(text: string, block: string): Fact[] {
  return linesWithin(text, block).flatMap(({ line, at }) => {
    const fact = readFactLine(line);
    return fact ? [{ ...fact, line: at }] : [];
  });
}

/** Returns the label and the value of a line; null if it has none. */
export function readFactLine(line: string): Omit<Fact, 'line'> | null {
  const [, label, value] = FACT.exec(line) ?? [];
  return label === undefined || value === undefined ? null : { label, value: value.trim() };
}

/** The value of the first line with that label; null where there is none. */
export function readFact(text: string, block: string, label: string): string | null {
  return findFact(text, block, label)?.value ?? null;
}

/**
 * The text with that fact: the first line with the label gets the value, else a line is added to the block, and the block
 * to the text. An empty value takes the line away, and with it the name of a block that has no other. All else stays as it is.
 */
export function writeFact(
  text: string,
  fact: Readonly<{ block: string; label: string; value: string }>,
): string {
  const value = oneLine(fact.value);
  const found = findFact(text, fact.block, fact.label);
  if (found?.value === value) return text;
  if (found && value === '') return removeLine(text, found.line);
  if (found) return replaceLine(text, found.line, `${found.label}: ${value}`);
  return value === '' ? text : appendLines(text, fact.block, [`${fact.label}: ${value}`]);
}

/** Returns the text without the lines with that label behind the first one. */
export function keepFirstFact(text: string, block: string, label: string): string {
  const [, ...others] = readFacts(text, block).filter((fact) => sameLabel(fact.label, label));
  return others.reverse().reduce((kept, { line }) => removeLine(kept, line), text);
}

function findFact(text: string, block: string, label: string): Fact | undefined {
  return readFacts(text, block).find((fact) => sameLabel(fact.label, label));
}
