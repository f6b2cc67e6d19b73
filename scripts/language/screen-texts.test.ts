import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTextProblems } from './find-text-problems.ts';
import type { AllowedText } from './screen-terms.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'screen-texts-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const problemsOf = (name: string, text: string, allowed: readonly AllowedText[] = []): string[] => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), `${text}\n`);
  return findTextProblems(root, allowed).problems;
};

const FILE = 'pwa/features/samples/sample-page.tsx';
const ALLOWED: AllowedText = { text: 'The result stands', under: 'pwa/features/', why: 'legal wording' };

describe('the check of screen texts', () => {
  it.each([
    ['JSX text', 'const a = <p>No parcel here</p>;', 'parcel'],
    ['an attribute', 'const a = <Field label="Storage place" />;', 'Storage place'],
    ['a text over two lines', 'const a = <p>The storage\n  place is full</p>;', 'storage place'],
    ['a constant', "const TITLE = 'Catalogue';", 'Catalogue'],
    ['a value of a table', "const A = { done: 'Waits for approval' };", 'Waits'],
    ['a template with values', `const a = \`Order \${id} goes on\`;`, 'goes on'],
    ['a toast', "toast.success('It opens by itself');", 'by itself'],
    ['an email', "const subject = 'Your license was cancelled';", 'cancelled'],
  ])('reports %s', (_, text, wording) => {
    expect(problemsOf(FILE, text)).toEqual([
      expect.stringMatching(new RegExp(`^${FILE}:1: "${wording}" in “.+”; use: .+`)),
    ]);
  });

  it('reports the line on which a text starts', () => {
    const [problem] = problemsOf(FILE, 'const a = (\n  <p>\n    A parcel arrived\n  </p>\n);');
    expect(problem).toBe(`${FILE}:3: "parcel" in “A parcel arrived”; use: shipment`);
  });

  it.each([
    [
      'names, types and modules',
      "import { a } from './parcel a.ts'; type A = 'a parcel b'; const parcel = 1;",
    ],
    ['a class list', 'const a = <p className="grey place told" />;'],
    ['a comment', '// The parcel waits.'],
    ['SQL', 'const a = sql`SELECT id FROM parcel WHERE told`;'],
    ['a code', "const status = 'parcel';"],
    ['the same letters in another word', "const a = 'Order standstill, a filmy label';"],
    ['the imperative', "const a = 'Wait for the file, or place an order.';"],
  ])('accepts %s', (_, text) => {
    expect(problemsOf(FILE, text)).toEqual([]);
  });

  it.each(['pwa/ui/a.dom.test.tsx', 'db/demo/notes.ts', 'db/api/ordering/orders.ts', 'scripts/a.ts'])(
    'leaves out %s',
    (file) => {
      expect(problemsOf(file, "const a = 'A parcel arrived';")).toEqual([]);
    },
  );

  it('accepts an exception in its folder alone, and reports one that no text needs', () => {
    const text = "const a = 'The result stands';";
    expect(problemsOf(FILE, text, [ALLOWED])).toEqual([]);
    expect(problemsOf('db/samples/a.ts', text, [ALLOWED])).toHaveLength(1);
    expect(problemsOf('db/samples/a.ts', '', [{ ...ALLOWED, under: 'db/' }])).toEqual([
      expect.stringContaining(FILE),
      'scripts/language/screen-terms.ts: no text under db/ has “The result stands”',
    ]);
  });
});
