import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, resolveImport } from './room-problems.ts';

/** Limits that keep a room readable; tests do not count. */
export const LIMITS = { filesInFolder: 40, fragments: 100 };
/** A file of at most so many lines is a fragment. */
const FRAGMENT_LINES = 20;

/** Names that say the same in each folder; elsewhere a name stands for one file of a room. */
const CONVENTIONAL_NAMES = ['routes.ts'];
/** Names of route files are addresses; declared calls are named after what they call. */
const OWN_NAMES = ['pwa/routes/', 'db/api/'];
/** Static imports, of values or types; what `import()` loads later makes no cycle. */
const STATIC_IMPORT = /^import\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm;

function groupBy(names: readonly string[], keyOf: (name: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) groups.set(keyOf(name), [...(groups.get(keyOf(name)) ?? []), name]);
  return groups;
}

/** List folders with too many files and rooms with two files of one name. */
export function findCrowding(names: readonly string[], limits = LIMITS): string[] {
  const source = names.filter((name) => !isTest(name));
  const crowded = [...groupBy(source, path.posix.dirname)]
    .filter(([, files]) => files.length > limits.filesInFolder)
    .map(
      ([folder, files]) =>
        `${folder}: ${files.length} files, ${limits.filesInFolder} at most; make sub-rooms`,
    );
  const comparedFiles = source.filter(
    (name) =>
      !OWN_NAMES.some((folder) => name.startsWith(folder)) &&
      !CONVENTIONAL_NAMES.includes(path.posix.basename(name)),
  );
  const twins = [
    ...groupBy(comparedFiles, (name) => `${name.split('/')[0]}/${path.posix.basename(name)}`).values(),
  ]
    .filter((files) => files.length > 1)
    .map((files) => `${files.join(', ')}: one name in one room; name what differs`);
  return [...crowded, ...twins];
}

/**
 * Report too many files of a few lines; `lineCounts` has the lines of each file. Every page needs a route file, which is
 * short by rule.
 */
export function findFragmentation(lineCounts: ReadonlyMap<string, number>, limits = LIMITS): string[] {
  const fragments = [...lineCounts].filter(
    ([name, lines]) => !isTest(name) && !name.startsWith('pwa/routes/') && lines <= FRAGMENT_LINES,
  );
  return fragments.length > limits.fragments
    ? [
        `${fragments.length} files of ${FRAGMENT_LINES} lines or less, ${limits.fragments} at most; merge fragments`,
      ]
    : [];
}

/** List import cycles, also those that only types make, each from its first file around to it again. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[] = [];
  const visit = (name: string): void => {
    const start = trail.indexOf(name);
    if (start >= 0) {
      cycles.push(`import cycle: ${[...trail.slice(start), name].join(' -> ')}`);
      return;
    }
    if (done.has(name)) return;
    trail.push(name);
    for (const target of graph.get(name) ?? []) visit(target);
    trail.pop();
    done.add(name);
  };
  for (const name of graph.keys()) visit(name);
  return cycles;
}

/** List everything that makes the rooms hard to read: crowded folders, repeated names, import cycles. */
export function findStructureProblems(root: string, names: readonly string[]): string[] {
  const code = names.filter((name) => /\.(tsx?|mjs)$/.test(name));
  const known = new Set(code);
  const lineCounts = new Map<string, number>();
  const graph = new Map(
    code.map((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      lineCounts.set(name, text.trimEnd().split('\n').length);
      const specifiers = [...text.matchAll(STATIC_IMPORT)].map((match) => match[1] ?? '');
      const targets = specifiers.map((specifier) => resolveImport(name, specifier).project);
      return [name, targets.filter((target): target is string => target !== null && known.has(target))];
    }),
  );
  return [...findCrowding(code), ...findFragmentation(lineCounts), ...findCycles(graph)];
}
