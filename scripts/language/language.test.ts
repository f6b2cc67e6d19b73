import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AllowedName } from './allowed-names.ts';
import { findLanguageProblems } from './find-language-problems.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'language-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), `${text}\n`);
};
const problemsOf = (name: string, text: string, allowed: readonly AllowedName[] = []): string[] => {
  write(name, text);
  return findLanguageProblems(root, allowed).problems;
};

const FILE = 'db/samples/placing/move-sample.ts';
const TERM = 'stored, retained, cached or draft';
const ALLOWED: AllowedName = { names: ['letter'], under: 'db/samples/', why: 'letter of a plate row' };

describe('the language check', () => {
  it('reports file, line, name and the term to use', () => {
    expect(problemsOf(FILE, "import { z } from 'zod';\n\nexport const rowsKept = z.int();")).toEqual([
      `${FILE}:3: "rowsKept" is not a term; use: ${TERM}`,
    ]);
  });

  it.each([
    ['a function', 'function keptRows() {}', 'keptRows'],
    ['an arrow function', 'const keptRows = () => 1;', 'keptRows'],
    ['a constant in capitals', 'const ROWS_KEPT = 1;', 'ROWS_KEPT'],
    ['a class', 'class KeptRows {}', 'KeptRows'],
    ['a method', 'class Rows { keptOf() {} }', 'keptOf'],
    ['a field of a class', 'class Rows { private keptRows = 1; }', 'keptRows'],
    ['a constructor property', 'class Rows { constructor(readonly keptRows: number) {} }', 'keptRows'],
    ['an interface', 'interface KeptRow {}', 'KeptRow'],
    ['a type', 'type KeptRow = string;', 'KeptRow'],
    ['an enum', 'enum KeptRow { A }', 'KeptRow'],
    ['a parameter', 'const f = (keptRow: string) => keptRow;', 'keptRow'],
    ['a parameter with a default', 'function f(keptRow = 1) {}', 'keptRow'],
    ['a renamed binding', 'const { rows: keptRows } = page;', 'keptRows'],
    ['a nested binding', 'const { page: { rows: keptRows } } = list;', 'keptRows'],
    ['a rest binding', 'const { id, ...keptRows } = page;', 'keptRows'],
    ['an element of a list', 'const [first, keptRow] = rows;', 'keptRow'],
    ['a variable of a loop', 'for (const keptRow of rows) {}', 'keptRow'],
    ['a variable in a block', 'const f = () => { if (true) { let keptRow; } };', 'keptRow'],
  ])('finds the name of %s', (_, text, name) => {
    expect(problemsOf(FILE, text)).toEqual([`${FILE}:1: "${name}" is not a term; use: ${TERM}`]);
  });

  it('finds names in a component', () => {
    const text = 'export const Page = () => <ul>{rows.map((keptRow) => <li key={keptRow} />)}</ul>;';
    expect(problemsOf('pwa/ui/page.tsx', text)).toEqual([
      `pwa/ui/page.tsx:1: "keptRow" is not a term; use: ${TERM}`,
    ]);
  });

  it.each(['db/samples/kept-sample.ts', 'db/samples/kept-sample.pg.test.ts', 'scripts/kept-sample.mjs'])(
    'finds the file name %s',
    (file) => {
      expect(problemsOf(file, '')).toEqual([
        `${file}: the file name "kept-sample" is not a term; use: ${TERM}`,
      ]);
    },
  );

  it('refuses a whole name that is a fine part of another', () => {
    const problem = `${FILE}:1: "found" is not a term; use: the thing it holds, in the plural for a list`;
    expect(problemsOf(FILE, 'const found = 1; const samplesFound = 1; const notFound = 1;')).toEqual([
      problem,
    ]);
  });

  it.each([
    ['a plain name', 'const storedRows = 1;'],
    ['a property, which names data', 'const row = { kept: 1 }; interface Row { kept: number }'],
    ['a binding that repeats a property', 'const { kept } = row;'],
    ['a word that only contains one', 'const skeptic = 1; const actor = 2;'],
    ['a comment or a text', "// kept\nconst text = 'kept';"],
  ])('accepts %s', (_, text) => {
    expect(problemsOf(FILE, text)).toEqual([]);
  });

  it('accepts the address of a route as its file name', () => {
    expect(problemsOf('pwa/routes/kept.tsx', '')).toEqual([]);
  });

  it('accepts an exception in its folder alone', () => {
    expect(problemsOf(FILE, 'const letter = 1;', [ALLOWED])).toEqual([]);
    const problems = problemsOf('db/orders/letters.ts', 'const letter = 1;', [ALLOWED]);
    expect(problems).toEqual([
      'db/orders/letters.ts:1: "letter" is not a term; use: email or email template',
    ]);
  });

  it('accepts an exception in its file alone', () => {
    const allowed = { ...ALLOWED, under: FILE };
    write('db/samples/move-sample.tsx', 'const letter = 1;');
    expect(problemsOf(FILE, 'const letter = 1;', [allowed])).toEqual([
      'db/samples/move-sample.tsx:1: "letter" is not a term; use: email or email template',
    ]);
  });

  it('reports an exception that no name uses', () => {
    const allowed = { ...ALLOWED, names: ['letter', 'words'] };
    expect(problemsOf(FILE, 'const letter = 1;', [allowed])).toEqual([
      'scripts/language/allowed-names.ts: nothing under db/samples/ uses "words"',
    ]);
  });
});
