import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSourceFiles } from '../source-files.ts';
import { ALLOWED_NAMES } from './allowed-names.ts';
import { listDeclaredNames } from './declared-names.ts';
import { NAME_PARTS, WHOLE_NAMES } from './word-list.ts';

/** The words of a name in any of the ways names are written: `loadOrder`, `LOAD_ORDER`, `load-order`. */
export const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase());

/** The term to use instead of a name, or null when the name may stand. */
export function findBetterTerm(name: string): string | null {
  const parts = splitName(name);
  const [first = ''] = parts;
  const wholeTerm = parts.length === 1 ? WHOLE_NAMES.get(first) : undefined;
  const part = parts.find((part) => NAME_PARTS.has(part));
  return wholeTerm ?? (part === undefined ? null : (NAME_PARTS.get(part) ?? null));
}

const isAllowed = (name: string, file: string): boolean =>
  ALLOWED_NAMES.some((allowed) => allowed.name === name && file.startsWith(allowed.under));

const TEST_ENDING = /(\.(test|pg|dom|device|e2e|type))*\.(tsx?|mjs|js|css)$/;

/** Names of one file that the language rules refuse: file, line, name and the term to use. */
export function findNameProblems(file: string, text: string): string[] {
  const problems: string[] = [];
  const base = path.posix.basename(file).replace(TEST_ENDING, '');
  const fileTerm = file.startsWith('pwa/routes/') || isAllowed(base, file) ? null : findBetterTerm(base);
  if (fileTerm) problems.push(`${file}: the file name "${base}" is not a term; use: ${fileTerm}`);
  if (!/\.tsx?$/.test(file)) return problems;
  for (const { name, line } of listDeclaredNames(text, file.endsWith('x'))) {
    const term = isAllowed(name, file) ? null : findBetterTerm(name);
    if (term) problems.push(`${file}:${line}: "${name}" is not a term; use: ${term}`);
  }
  return problems;
}

/** Checks every source file under the root; exceptions that no name needs are problems too. */
export function findLanguageProblems(root: string): { files: number; problems: string[] } {
  const files = listSourceFiles(root);
  const problems = files.flatMap((file) =>
    findNameProblems(file, readFileSync(path.join(root, file), 'utf8')),
  );
  return { files: files.length, problems };
}
