import { type NamedBlock, namedBlocks } from '../../domain/day/text-blocks.ts';
import { voidMarks } from '../../domain/papers/signed-texts.ts';
import type { Side } from '../lane-event.ts';
import { grammarOf, holdsFacts, mergeFacts } from './merge-facts.ts';
import {
  bothLines,
  type Clash,
  inOrder,
  isSameLines,
  LINES_MAX,
  type LineSides,
  linesOf,
  mergeLines,
  type Sides,
} from './merge-lines.ts';

/**
 * Merges texts block by block. Blocks of facts are merged fact by fact, other blocks line by line.
 * @returns null if a person must decide: both sides changed a fact or line, an addition would be lost, or a text has more
 * than `LINES_MAX` lines
 */
export function mergeTexts(sides: Sides<string>): string | null {
  return mergeBlocks(sides, null);
}

/** A person's choice decides what both sides changed. 'both' puts theirs first. */
export function settleTexts(sides: Sides<string>, choice: Side): string {
  const { mine, theirs } = sides;
  return mergeBlocks(sides, choice) ?? { mine, theirs, both: `${theirs}\n${mine}` }[choice];
}

/** Null asks a person. */
type Settle = Side | null;

function mergeBlocks({ base, mine, theirs }: Sides<string>, settle: Settle): string | null {
  const [was, ours, others] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  if (Math.max(was.length, ours.length, others.length) > LINES_MAX) return null;
  if (isSameLines(was, ours) || isSameLines(ours, others)) return theirs;
  if (isSameLines(was, others)) return joined(ours, theirs);
  const sides = { base: blocksOf(was), mine: blocksOf(ours), theirs: blocksOf(others) };
  const merged: NamedBlock[] = [];
  for (const key of inOrder([...sides.theirs.keys()], [...sides.mine.keys()])) {
    const block = mergeBlock(key, sides, settle);
    if (block === null) return null;
    if (block) merged.push(block);
  }
  const lines = merged.flatMap((block) => (block.key === '' ? block.lines : [block.heading, ...block.lines]));
  if (isSameLines(lines, others)) return theirs;
  const isChosen = settle === 'mine' || settle === 'theirs';
  return isChosen || isWhole(lines, sides) ? joined(lines, theirs) : null;
}

type Blocks = ReadonlyMap<string, NamedBlock>;
type BlockSides = Sides<Blocks>;

function blocksOf(lines: readonly string[]): Blocks {
  return new Map(namedBlocks(lines.join('\n')).map((block) => [block.key, block]));
}

/** Returns undefined for a removed block, null if a person must decide. */
function mergeBlock(key: string, sides: BlockSides, settle: Settle): NamedBlock | null | undefined {
  const [base, mine, theirs] = [sides.base.get(key), sides.mine.get(key), sides.theirs.get(key)];
  const [was, ours, others] = [base?.lines ?? [], mine?.lines ?? [], theirs?.lines ?? []];
  if (mine && theirs && isSameLines(ours, others)) return theirs;
  if (isSameLines(was, ours) && Boolean(base) === Boolean(mine)) return theirs;
  if (isSameLines(was, others) && Boolean(base) === Boolean(theirs)) return mine;
  const lineSides = { base: was, mine: ours, theirs: others };
  const grammar = grammarOf(key);
  const lines = grammar ? mergeFacts(grammar, lineSides, settle) : mergeFree(lineSides, settle);
  return lines && { key, heading: '', ...mine, ...theirs, lines };
}

/** A document that one side marked as void stays void, whichever side of its caption a person chooses. */
function mergeFree(sides: LineSides, settle: Settle): readonly string[] | null {
  const marks = mergeLines(ofEach(sides, voidMarks), bothLines);
  const rest = ofEach(sides, (lines) => lines.slice(voidMarks(lines).length));
  const lines = mergeLines(rest, (clash) => settleLines(clash, settle));
  return marks && lines && [...marks, ...lines];
}

function ofEach({ base, mine, theirs }: LineSides, part: (lines: readonly string[]) => string[]): LineSides {
  return { base: part(base), mine: part(mine), theirs: part(theirs) };
}

function settleLines(clash: Clash, settle: Settle): readonly string[] | null {
  if (settle === null) return null;
  return settle === 'both' ? bothLines(clash) : clash[settle];
}

/** Returns true if each side's additions are still in their block. */
function isWhole(lines: readonly string[], { base, mine, theirs }: BlockSides): boolean {
  const merged = blocksOf(lines);
  return [mine, theirs].every((side) =>
    [...side].every(([key, { lines: own }]) => {
      const before = base.get(key)?.lines ?? [];
      const after = merged.get(key)?.lines ?? [];
      const grammar = grammarOf(key);
      return grammar
        ? holdsFacts(grammar, { base: before, side: own, merged: after })
        : missing(missing(own, before), after).length === 0;
    }),
  );
}

function missing(lines: readonly string[], others: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '' && !others.includes(line));
}

function joined(lines: readonly string[], like: string): string {
  const end = like.slice(like.trimEnd().length);
  return lines.join(like.includes('\r\n') ? '\r\n' : '\n') + (lines.length > 0 ? end : '');
}
