import type { ImportEdge } from './import-graph.ts';

/**
 * Returns the longest chain of imports inside a folder, the importing file first. Type imports count, because readers
 * follow them too.
 * @throws if files import each other in a cycle
 */
export function longestChain(edges: readonly ImportEdge[], folder: string): readonly string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind } of edges) {
    if (kind === 'dynamic' || ![from, to].every((file) => file.startsWith(`${folder}/`))) continue;
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const chains = new Map<string, readonly string[]>();
  const chainFrom = (file: string, above: readonly string[]): readonly string[] => {
    if (above.includes(file)) throw new Error(`A cycle: ${[...above, file].join(' > ')}.`);
    const known = chains.get(file);
    if (known) return known;
    const below = (next.get(file) ?? []).map((other) => chainFrom(other, [...above, file]));
    const chain = [file, ...longest(below)];
    chains.set(file, chain);
    return chain;
  };
  return longest([...next.keys()].map((file) => chainFrom(file, [])));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((a, b) => (b.length > a.length ? b : a), []);
}
