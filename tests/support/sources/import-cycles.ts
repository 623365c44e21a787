import type { ImportEdge } from './import-graph.ts';

/**
 * The cycles of a graph, each as the files on it in alphabetical order. Imports of types alone do not
 * count: nothing is left of them when the program runs.
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

/** Everything that can be reached from `start`; `start` itself only by going round. */
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
