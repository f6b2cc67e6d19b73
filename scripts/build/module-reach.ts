/** The modules of a build, as far as reaching one from another goes. */
export interface ModuleGraph {
  ids(): Iterable<string>;
  importsOf(id: string): readonly string[];
  dynamicImportsOf(id: string): readonly string[];
}

/** Everything that is loaded at once with these modules. */
export const loadedWith = (graph: ModuleGraph, roots: readonly string[]): Set<string> =>
  reached(roots, (id) => graph.importsOf(id));

/** Everything that these modules may ever load, except past a module at which it stops. */
export const everLoadedBy = (
  graph: ModuleGraph,
  roots: readonly string[],
  stopsAt: (id: string) => boolean,
): Set<string> =>
  reached(roots, (id) => [
    ...graph.importsOf(id),
    ...graph.dynamicImportsOf(id).filter((wanted) => !stopsAt(wanted)),
  ]);

function reached(roots: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(roots);
  // A set that grows while it is gone through is gone through to its end.
  for (const id of found) for (const wanted of next(id)) found.add(wanted);
  return found;
}
