import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSourceFiles } from '../source-files.ts';
import { ALLOWED_NAMES, type AllowedName } from './allowed-names.ts';
import { listDeclaredNames } from './declared-names.ts';
import { NAME_PARTS, WHOLE_NAMES } from './word-list.ts';

/** Split a name of any spelling into words: `loadOrder`, `LOAD_ORDER`, `load-order`. */
export const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase());

/** Return the term to use instead of a name, or null when the name is allowed. */
export function findBetterTerm(name: string): string | null {
  const parts = splitName(name);
  const [first = ''] = parts;
  const wholeTerm = parts.length === 1 ? WHOLE_NAMES.get(first) : undefined;
  return wholeTerm ?? parts.map((part) => NAME_PARTS.get(part)).find((term) => term !== undefined) ?? null;
}

const TEST_ENDING = /(\.(test|pg|dom|device|e2e|type))*\.(tsx?|mjs|js|css)$/;

interface UnfitName {
  name: string;
  term: string;
  /** Null for the name of the file itself. */
  line: number | null;
}

function listUnfitNames(file: string, text: string): UnfitName[] {
  const base = path.posix.basename(file).replace(TEST_ENDING, '');
  const declared = /\.tsx?$/.test(file) ? listDeclaredNames(text, file.endsWith('x')) : [];
  // Routes are named by their addresses.
  const names = file.startsWith('pwa/routes/') ? declared : [{ name: base, line: null }, ...declared];
  return names.flatMap(({ name, line }) => {
    const term = findBetterTerm(name);
    return term === null ? [] : [{ name, term, line }];
  });
}

const isUnder = (file: string, under: string): boolean =>
  under.endsWith('/') ? file.startsWith(under) : file === under;

const describeUnfit = (file: string, { name, term, line }: UnfitName): string =>
  line === null
    ? `${file}: the file name "${name}" is not a term; use: ${term}`
    : `${file}:${line}: "${name}" is not a term; use: ${term}`;

/** Checks every source file under the root; an exception that no name needs is a problem too. */
export function findLanguageProblems(
  root: string,
  allowedNames: readonly AllowedName[] = ALLOWED_NAMES,
): { files: number; problems: string[] } {
  const files = listSourceFiles(root);
  const exceptions = allowedNames.flatMap(({ names, under }) => names.map((name) => ({ name, under })));
  const usedExceptions = new Set<(typeof exceptions)[number]>();
  const problems = files.flatMap((file) =>
    listUnfitNames(file, readFileSync(path.join(root, file), 'utf8')).flatMap((unfit) => {
      const fitting = exceptions.filter(({ name, under }) => name === unfit.name && isUnder(file, under));
      for (const exception of fitting) usedExceptions.add(exception);
      return fitting.length > 0 ? [] : [describeUnfit(file, unfit)];
    }),
  );
  const unused = exceptions
    .filter((exception) => !usedExceptions.has(exception))
    .map(({ name, under }) => `scripts/language/allowed-names.ts: nothing under ${under} uses "${name}"`);
  return { files: files.length, problems: [...problems, ...unused] };
}
