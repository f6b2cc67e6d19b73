import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RECORDS = readdirSync(path.join(ROOT, 'docs/decisions')).filter((name) => name !== 'README.md');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'db/README.md',
  'pwa/README.md',
  'sync-server/README.md',
  'docs/installation.md',
  'docs/glossary.md',
  'docs/security.md',
  'docs/decisions/README.md',
  ...RECORDS.map((name) => `docs/decisions/${name}`),
];
const MAX_RECORDS = 25;
const MAX_LINES = 60;

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

/** The anchors of a document, as GitHub makes them from its headings. */
const anchorsOf = (name: string): string[] =>
  [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function findDeadLinks(name: string): string[] {
  const links = [...read(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? name : path.posix.join(path.posix.dirname(name), file);
      if (!existsSync(path.join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    })
    .map((link) => `${name}: ${link}`);
}

/**
 * List missing paths of this repository in backticks; placeholders such as `db/<noun>/` and wildcards are
 * skipped.
 */
function findMissingPaths(name: string): string[] {
  const paths = [...read(name).matchAll(/`((?:db|pwa|sync-server|scripts|docs)\/[^`\s]*)`/g)];
  return paths
    .map(([, place = '']) => place.replace(/:\d+$/, ''))
    .filter((place) => !/[<>*…{]|NNNN/.test(place))
    .filter((place) => !existsSync(path.join(ROOT, place)))
    .filter((place) => !existsSync(path.join(ROOT, `${place}.test.ts`)))
    .filter((place) => !existsSync(path.join(ROOT, `${place}.ts`)))
    .filter((place) => !existsSync(path.join(ROOT, `${place}.test.tsx`)))
    .map((place) => `${name}: ${place}`);
}

test('every link between documents has a target', () => {
  expect(DOCUMENTS.flatMap(findDeadLinks)).toEqual([]);
});

test('every path in a document exists', () => {
  expect(DOCUMENTS.flatMap(findMissingPaths)).toEqual([]);
});

test('decision records are numbered without gaps, at most 25, one page each', () => {
  expect(RECORDS.map((name) => Number(name.slice(0, 4)))).toEqual(RECORDS.map((_, index) => index + 1));
  expect(RECORDS.length).toBeLessThanOrEqual(MAX_RECORDS);
  for (const name of RECORDS)
    expect(read(`docs/decisions/${name}`).split('\n').length, name).toBeLessThan(MAX_LINES);
});

test('each decision record has status, date, context, decision and consequences, and is in the list', () => {
  const list = read('docs/decisions/README.md');
  for (const name of RECORDS) {
    const record = read(`docs/decisions/${name}`);
    expect(record, name).toMatch(
      /^# \d+\. .+\n\n- Status: (accepted|superseded by \d{4})\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/,
    );
    expect(list).toContain(`](${name})`);
  }
});
