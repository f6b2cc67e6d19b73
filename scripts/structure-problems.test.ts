import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCrowding, findCycles, findFragmentation, findStructureProblems } from './structure-problems.ts';

const limits = { filesInFolder: 2, fragments: 1 };

describe('the check of folders', () => {
  it('refuses a folder with more files than the limit and does not count tests', () => {
    const files = ['db/a/x.ts', 'db/a/y.ts', 'db/a/x.test.ts'];
    expect(findCrowding(files, limits)).toEqual([]);
    expect(findCrowding([...files, 'db/a/z.ts'], limits)).toEqual([
      'db/a: 3 files, 2 at most; make sub-rooms',
    ]);
  });

  it('refuses two files of one name in one room, but not in two rooms, and not routes', () => {
    const routes = ['sync-server/a/routes.ts', 'sync-server/b/routes.ts'];
    expect(findCrowding(routes, limits)).toEqual([]);
    expect(findCrowding(['pwa/routes/a/index.tsx', 'pwa/routes/b/index.tsx'], limits)).toEqual([]);
    expect(findCrowding(['db/a/order.ts', 'pwa/a/order.ts'], limits)).toEqual([]);
    expect(findCrowding(['db/a/order.ts', 'db/b/order.ts'], limits)).toEqual([
      'db/a/order.ts, db/b/order.ts: one name in one room; name what differs',
    ]);
  });

  it('refuses more files of a few lines than the project may have', () => {
    const lineCounts = new Map([
      ['db/a/x.ts', 20],
      ['db/b/y.ts', 21],
      ['db/b/y.test.ts', 5],
      ['pwa/routes/a/index.tsx', 13],
    ]);
    expect(findFragmentation(lineCounts, limits)).toEqual([]);
    expect(findFragmentation(lineCounts.set('db/c/z.ts', 3), limits)).toEqual([
      '2 files of 20 lines or less, 1 at most; merge fragments',
    ]);
  });
});

describe('the check of cycles', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'structure-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  /** Built at run time, so that this file's own text has no such import. */
  const importing = (clause: string, specifier: string): string => `import ${clause} from '${specifier}';\n`;

  it('names the files of a cycle in their order', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(findCycles(graph)).toEqual(['import cycle: b -> c -> b']);
  });

  it('finds a cycle that only types make and one through several lines', () => {
    write('db/a/x.ts', importing('type { Y }', './y.ts'));
    write('db/a/y.ts', importing('{\n  x,\n}', '#db/a/x.ts'));
    expect(findStructureProblems(root, ['db/a/x.ts', 'db/a/y.ts'])).toEqual([
      'import cycle: db/a/x.ts -> db/a/y.ts -> db/a/x.ts',
    ]);
  });

  it('accepts a module that is loaded later', () => {
    write('db/a/x.ts', "export const load = () => import('./y.ts');\n");
    write('db/a/y.ts', importing('{ load }', './x.ts'));
    expect(findStructureProblems(root, ['db/a/x.ts', 'db/a/y.ts'])).toEqual([]);
  });
});
