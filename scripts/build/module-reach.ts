/** The import graph of a build's modules. */
export interface ModuleGraph {
  ids(): Iterable<string>;
  importsOf(id: string): readonly string[];
  dynamicImportsOf(id: string): readonly string[];
}

/** List everything that is loaded at once with these modules. */
export const loadedWith = (graph: ModuleGraph, roots: readonly string[]): Set<string> =>
  findReachable(roots, (id) => graph.importsOf(id));

/** List everything that these modules may ever load, without going past the given modules. */
export const everLoadedBy = (
  graph: ModuleGraph,
  roots: readonly string[],
  stopsAt: (id: string) => boolean,
): Set<string> =>
  findReachable(roots, (id) => [
    ...graph.importsOf(id),
    ...graph.dynamicImportsOf(id).filter((importId) => !stopsAt(importId)),
  ]);

function findReachable(roots: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reachable = new Set(roots);
  // The loop also visits the ids that it adds to the set.
  for (const id of reachable) for (const importId of next(id)) reachable.add(importId);
  return reachable;
}
