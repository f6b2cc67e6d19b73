import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRoomProblems } from './room-problems.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'rooms-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), `${text}\n`);
};
const problemsOf = (name: string, text: string): string[] => {
  write(name, text);
  return findRoomProblems(root).problems;
};
/** Built at run time, so that this file's own text has no such import. */
const importing = (specifier: string): string => ['import', '{ x }', 'from', `'${specifier}';`].join(' ');

describe('the import rules', () => {
  it.each([
    ['db/samples/placing/move-sample.ts', 'zod'],
    ['db/samples/placing/move-sample.ts', '#db/storage/storage-place.ts'],
    ['db/samples/move-sample.test.ts', 'vitest'],
    ['sync-server/services/samples/list-samples.ts', '#db/samples/sample.ts'],
    ['sync-server/http/parse.ts', 'express'],
    ['pwa/features/samples/placing/check-in-page.tsx', '#pwa/ui/button.tsx'],
    ['pwa/replica/outbox.device.test.ts', '#sync-server/start/start-server.ts'],
  ])('let %s import %s', (file, specifier) => {
    expect(problemsOf(file, importing(specifier))).toEqual([]);
  });

  it('refuse conflict markers of a merge, also in a comment', () => {
    const marker = '<'.repeat(7);
    const problems = problemsOf(
      'db/samples/placing/move-sample.ts',
      `/**\n${marker} HEAD\n * Moves a tube.\n */`,
    );
    expect(problems).toEqual(['db/samples/placing/move-sample.ts: a merge was not finished here']);
  });

  it.each([
    ['db/samples/placing/move-sample.ts', 'pg', 'db/ may use zod, decimal.js only'],
    ['db/samples/placing/move-sample.ts', '#sync-server/app.ts', 'db/ may import db/ only'],
    ['db/samples/placing/move-sample.ts', '../../../pwa/main.tsx', 'db/ may import db/ only'],
    ['pwa/replica/operations/outbox.ts', '#sync-server/app.ts', 'pwa/replica/ may import'],
    ['sync-server/sync/feed.ts', '#pwa/main.tsx', 'sync-server/ may import db/, sync-server/ only'],
    ['sync-server/services/samples/list.ts', 'express', 'services know no Express'],
    ['pwa/ui/button.tsx', '#pwa/features/samples/page.tsx', 'pwa/ui/ may import'],
    ['pwa/features/samples/page.tsx', '#pwa/features/batches/page.tsx', 'one feature never imports another'],
  ])('keep %s from %s', (file, specifier, reason) => {
    const problems = problemsOf(file, importing(specifier));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
  });

  it('keep declared calls from operations, but not from schemas', () => {
    write('db/samples/placing/move-sample.ts', 'export const moveSample = defineOperation({});');
    write('db/samples/sample-form.ts', 'export const SampleForm = 1;');
    expect(problemsOf('db/api/samples/samples.ts', importing('#db/samples/sample-form.ts'))).toEqual([]);
    expect(
      problemsOf('db/api/samples/samples.ts', importing('#db/samples/placing/move-sample.ts')),
    ).toHaveLength(1);
  });

  it("keep a noun from another noun's operations, but not from its entities", () => {
    write('db/storage/move-container.ts', 'export const moveContainer = defineOperation({});');
    write('db/storage/storage-place.ts', 'export const place = 1;');
    expect(problemsOf('db/samples/a.ts', importing('#db/storage/storage-place.ts'))).toEqual([]);
    expect(problemsOf('db/samples/b.ts', importing('#db/storage/move-container.ts'))).toHaveLength(1);
  });

  it('keep paths of the API out of pages, but not out of their comments and tests', () => {
    const path = ["'/api", "patients'"].join('/');
    const problem = 'pwa/features/patients/page.tsx: a path of the API; call by its declaration in db/api';
    expect(problemsOf('pwa/features/patients/page.tsx', `call(${path});`)).toEqual([problem]);
    expect(problemsOf('pwa/features/patients/page.tsx', `// ${path}`)).toEqual([]);
    expect(problemsOf('pwa/features/patients/page.dom.test.tsx', `call(${path});`)).toEqual([]);
  });

  /** Write `«id»` as the place of a value in a template; this file's own lint refuses it in a string. */
  const withHoles = (text: string): string => text.replace(/«(\w+)»/g, '$' + '{$1}');
  it.each([
    '<a href="/orders">',
    '<a href={`/orders/«id»`}>',
    '<a href={`«base»/«id»`}>',
    "const crumb = { label: 'Orders', href: '/orders' };",
    '<Link to={`/orders/«id»`}>',
    'void navigate({ to: `«base»/«id»` });',
    "void navigate({ href: '/orders' });",
    'router.history.push(path);',
  ])('keep addresses as text out of features: %s', (text) => {
    const line = withHoles(text);
    expect(problemsOf('pwa/features/ordering/page.tsx', line)).toHaveLength(1);
    expect(problemsOf('pwa/features/ordering/page.tsx', `// ${line}`)).toEqual([]);
    expect(problemsOf('pwa/features/ordering/page.dom.test.tsx', line)).toEqual([]);
  });

  it.each([
    '<Link to="/orders/$id" params={{ id }}>',
    '<Link to={`«base»/$id`} params={{ id }}>',
    'const link = { to: `«base»/$id`, params: { id } };',
    '<a href={`mailto:«email»`}>',
    '<a href="#page">',
    'const last = { from: `«year»-01-01`, until: `«year»-12-31` };',
  ])('let features link by routes, to email and within the page: %s', (text) => {
    const line = withHoles(text);
    expect(problemsOf('pwa/features/ordering/page.tsx', line)).toEqual([]);
  });

  it('refuse vague names, long files, barrels and index files', () => {
    expect(problemsOf('pwa/utils/dates.ts', '')[0]).toContain('"utils" names nothing');
    rmSync(path.join(root, 'pwa'), { recursive: true });
    expect(problemsOf('db/helpers.ts', '')[0]).toContain('"helpers" names nothing');
    rmSync(path.join(root, 'db'), { recursive: true });
    expect(problemsOf('db/long.ts', '//\n'.repeat(301))[0]).toContain('lines, 300 at most');
    rmSync(path.join(root, 'db'), { recursive: true });
    expect(problemsOf('db/all.ts', "export * from './sample.ts';")[0]).toContain('re-exports');
    rmSync(path.join(root, 'db'), { recursive: true });
    expect(problemsOf('db/index.ts', '')[0]).toContain('no index files');
  });
});
