import type { ImportEdge } from './import-graph.ts';

/**
 * Returns the cycles of a graph, each as its files in alphabetical order. Type-only imports do not count, because they
 * do not exist at run time.
 */
export function findCycles(edges: readonly ImportEdge[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to, kind, external } of edges) {
    if (external || kind === 'type') continue;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const seen = new Set<string>();
  const cycles: string[][] = [];
  for (const file of next.keys()) {
    if (seen.has(file)) continue;
    const reachable = reach(next, file);
    const members = [...reachable].filter((other) => reach(next, other).has(file)).sort();
    if (members.length === 0) continue;
    for (const member of members) seen.add(member);
    cycles.push(members);
  }
  return cycles;
}

/** Returns every file reachable from `start`, including `start` only if it is on a cycle. */
function reach(next: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const target of next.get(file) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}
