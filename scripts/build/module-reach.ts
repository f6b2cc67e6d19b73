/** The modules of a build, as far as reaching one from another goes. */
export interface ModuleGraph {
  ids(): Iterable<string>;
  importsOf(id: string): readonly string[];
  dynamicImportsOf(id: string): readonly string[];
}

/** Everything that is loaded at once with these modules. */
export const loadedWith = (graph: ModuleGraph, roots: readonly string[]): Set<string> =>
  findReachable(roots, (id) => graph.importsOf(id));

/** Everything that these modules may ever load, except past a module at which it stops. */
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
  // A set that grows while it is gone through is gone through to its end.
  for (const id of reachable) for (const importId of next(id)) reachable.add(importId);
  return reachable;
}
