import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { listSourceFiles } from '#scripts/source-files.ts';
import { ALLOWED_NAMES, type AllowedName } from './allowed-names.ts';
import { lineAt, lineStarts } from './source-lines.ts';
import { NAME_PARTS, WHOLE_NAMES } from './word-list.ts';

/** A name that a file declares, with its line counted from 1. */
interface DeclaredName {
  name: string;
  line: number;
}

type Node = Readonly<Record<string, unknown>> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const DECLARATIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
]);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * List the names that a TypeScript file declares: functions, classes, types, variables, parameters and
 * methods of classes. Properties, which name data of tables and of the wire, and bindings that repeat a
 * property are left out.
 */
function listDeclaredNames(text: string, isJsx: boolean): DeclaredName[] {
  const names: DeclaredName[] = [];
  const starts = lineStarts(text);

  const add = (node: unknown) => {
    if (!isNode(node) || typeof node['name'] !== 'string' || typeof node['start'] !== 'number') return;
    names.push({ name: node['name'], line: lineAt(starts, node['start']) });
  };
  const addPattern = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'Identifier') add(node);
    if (node.type === 'AssignmentPattern') addPattern(node['left']);
    if (node.type === 'RestElement') addPattern(node['argument']);
    if (node.type === 'TSParameterProperty') addPattern(node['parameter']);
    if (node.type === 'ArrayPattern') listOf(node['elements']).forEach(addPattern);
    if (node.type === 'ObjectPattern')
      for (const property of listOf(node['properties'])) {
        if (!isNode(property)) continue;
        if (property.type === 'RestElement') addPattern(property);
        else if (property['shorthand'] !== true) addPattern(property['value']);
      }
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    if (DECLARATIONS.has(value.type)) add(value['id']);
    if (value.type === 'VariableDeclarator') addPattern(value['id']);
    if (FUNCTIONS.has(value.type)) listOf(value['params']).forEach(addPattern);
    if (value.type === 'MethodDefinition' || value.type === 'PropertyDefinition') add(value['key']);
    Object.values(value).forEach(visit);
  };
  visit(parseAst(text, { lang: isJsx ? 'tsx' : 'ts' }));
  return names;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Split a name of any spelling into words: `loadOrder`, `LOAD_ORDER`, `load-order`. */
const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase());

/** Return the term to use instead of a name, or null when the name is allowed. */
function findBetterTerm(name: string): string | null {
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
