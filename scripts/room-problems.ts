import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findRoleLists } from './role-lists.ts';
import { EMPTY_NAMES, MAX_LINES, NOUNS, ROOMS, type Room, TEST_PACKAGES, WITHOUT_EXPRESS } from './rooms.ts';
import { listSourceFiles } from './source-files.ts';

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([#@.\w][^'"\s${}()]*)\1/g;
const MERGE_MARKER = /^(?:<{7}|={7}|>{7})(?: |$)/m;
const REEXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s+from\s/m;
const TEST = /\.(test|pg\.test|dom\.test|device\.test|e2e)\.tsx?$/;

interface SourceFile {
  /** Path from the project's root, with slashes. */
  name: string;
  text: string;
}

/** Return the imported path in the project, or the package's name unchanged. */
export function resolveImport(
  file: string,
  specifier: string,
): { project: string | null; package: string | null } {
  if (specifier.startsWith('#')) return { project: specifier.slice(1), package: null };
  if (specifier.startsWith('.')) {
    return { project: path.posix.join(path.posix.dirname(file), specifier), package: null };
  }
  return { project: null, package: specifier };
}

const roomOf = (file: string): Room | undefined =>
  ROOMS.filter((room) => file.startsWith(room.path)).sort((a, b) => b.path.length - a.path.length)[0];

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const importsOf = (file: SourceFile): string[] => {
  return [...withoutComments(file.text).matchAll(IMPORT)].flatMap((match) => (match[2] ? [match[2]] : []));
};

/** Tell whether the file holds tests. */
export const isTest = (file: string): boolean => TEST.test(file);

const isTestSupport = (file: string): boolean => TEST.test(file) || file.startsWith('db/factories/');

/** Check whether a file of this room may import that project path. */
function judgeProjectImport(
  file: string,
  target: string,
  room: Room,
  isOperation: (name: string) => boolean,
): string | null {
  if (isTestSupport(file) && !file.startsWith('pwa/')) return null;
  // The test harness of several devices runs the real server in the same process.
  if (file.startsWith('pwa/testing/')) return null;
  if (TEST.test(target)) return 'imports a test';
  if (TEST.test(file) && file.endsWith('.device.test.ts')) return null;
  if (TEST.test(file) && file.endsWith('.e2e.ts')) return null;
  if (!room.may.some((start) => target.startsWith(start) || `${target}/`.startsWith(start))) {
    return `${room.path} may import ${room.may.join(', ')} only`;
  }
  const [top, noun] = file.split('/');
  const other = target.split('/')[1];
  const nouns: readonly string[] = NOUNS;
  if (top === 'db' && noun && nouns.includes(noun) && other !== noun && isOperation(target)) {
    return "a noun of db never imports another noun's operations";
  }
  if (file.startsWith('db/api/') && isOperation(target)) {
    return 'a declared call is loaded by pages that do not run its operation; import a schema only';
  }
  const feature = /^pwa\/features\/([^/]+)\//;
  const sourceFeature = feature.exec(file)?.[1];
  const targetFeature = feature.exec(target)?.[1];
  if (sourceFeature && targetFeature && sourceFeature !== targetFeature)
    return 'one feature never imports another; compose them in pwa/routes';
  return null;
}

function judgePackage(file: string, name: string, room: Room): string | null {
  const list = room.packages;
  const matches = (allowed: string): boolean =>
    allowed.endsWith(':') ? name.startsWith(allowed) : name === allowed || name.startsWith(`${allowed}/`);
  if (WITHOUT_EXPRESS.some((start) => file.startsWith(start)) && matches('express') && !isTestSupport(file)) {
    return 'services know no Express';
  }
  if (list === null || list.some(matches)) return null;
  if (isTestSupport(file) && TEST_PACKAGES.some(matches)) return null;
  return `${room.path} may use ${list.join(', ')} only`;
}

function nameProblems(file: string): string[] {
  const parts = file.split('/');
  const stems = parts.map((part, index) => (index === parts.length - 1 ? (part.split('.')[0] ?? '') : part));
  const empty = stems.filter((stem) => EMPTY_NAMES.includes(stem));
  return empty.map((stem) => `${file}: "${stem}" names nothing; name the thing or the operation`);
}

function shapeProblems(file: SourceFile): string[] {
  const problems: string[] = [];
  const lines = file.text.split('\n').length - 1;
  if (MERGE_MARKER.test(file.text)) problems.push(`${file.name}: a merge was not finished here`);
  if (lines > MAX_LINES) problems.push(`${file.name}: ${lines} lines, ${MAX_LINES} at most`);
  if (REEXPORT.test(file.text)) problems.push(`${file.name}: re-exports; import the file itself`);
  if (/(^|\/)index\.tsx?$/.test(file.name) && !file.name.startsWith('pwa/routes/')) {
    problems.push(`${file.name}: no index files; import the file itself`);
  }
  return problems;
}

const API_PATH = /['"`]\/api\/\w/;

/** A path of the API stands in its declaration alone; pages call by that. */
function pathProblems(file: SourceFile): string[] {
  if (!file.name.startsWith('pwa/') || file.name.startsWith('pwa/testing/') || isTest(file.name)) return [];
  return API_PATH.test(withoutComments(file.text))
    ? [`${file.name}: a path of the API; call by its declaration in db/api`]
    : [];
}

/**
 * Addresses inside the app as text: `href="/…"`, an `href` or a route built of text, a push to the history. A
 * template that ends with the parameter of a route, as `${base}/$id`, is checked by its type.
 */
const ADDRESS =
  /\bhref(?:=\{?|: )(?:['"]\/|`\/|`\$\{)|\b(?:to=\{|to: )`[^`]*\/[^`]*`(?<!\/\$\w+`)(?=[},\s])|\bhistory\.push\(|\bnavigate\(\{ href\b/;

/** A feature links to pages by routes and their parameters, which are checked against the routes. */
function addressProblems(file: SourceFile): string[] {
  if (!/^pwa\/(?:features|ui)\//.test(file.name) || isTest(file.name)) return [];
  return withoutComments(file.text)
    .split('\n')
    .filter((line) => ADDRESS.test(line))
    .map(
      (line) => `${file.name}: ${line.trim()}: an address as text; give the route with its params and search`,
    );
}

function importProblems(file: SourceFile, isOperation: (name: string) => boolean): string[] {
  const room = roomOf(file.name);
  if (!room || file.name.endsWith('.css')) return [];
  const problems: string[] = [];
  for (const specifier of importsOf(file)) {
    const resolution = resolveImport(file.name, specifier);
    const wrong = resolution.project
      ? judgeProjectImport(file.name, resolution.project, room, isOperation)
      : judgePackage(file.name, resolution.package ?? '', room);
    if (wrong) problems.push(`${file.name}: ${specifier}: ${wrong}`);
  }
  return problems;
}

/** Read every source file below the root and list violations of the import rules. */
export function findRoomProblems(root: string): { files: number; problems: string[] } {
  const files = listSourceFiles(root).map((name) => ({
    name,
    text: readFileSync(path.join(root, name), 'utf8'),
  }));
  const operations = new Set(
    files.filter((file) => /\bdefineOperation\(/.test(file.text)).map((file) => file.name),
  );
  const problems = files.flatMap((file) => [
    ...nameProblems(file.name),
    ...shapeProblems(file),
    ...findRoleLists(file),
    ...pathProblems(file),
    ...addressProblems(file),
    ...importProblems(file, (name) => operations.has(name)),
  ]);
  return { files: files.length, problems };
}
