import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOM = new URL('../', import.meta.url);
const screens = readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.tsx?$/.test(path) && path !== 'format/dates.ts')
  .map((path) => ({ path, source: readFileSync(new URL(path, ROOM), 'utf8') }));

test('dates have one order on every screen: the month before the day', () => {
  const discouraged = /formatDate\([^;]*'(dayAtTime|dayMonth|dashed|slashed)'/;
  expect(screens.filter(({ source }) => discouraged.test(source)).map(({ path }) => path)).toEqual([]);
});

test('all dialogs use the same word for their cancel button', () => {
  const windows = screens.filter(({ source }) => /<Dialog$|<Dialog\b/m.test(source));
  expect(windows.length).toBeGreaterThan(20);
  expect(windows.filter(({ source }) => />\s*Back\s*</.test(source)).map(({ path }) => path)).toEqual([]);
});

test('email and Julian ID have the names of their fields on every screen', () => {
  const comment = /^\s*(\/\/|\/?\*)/;
  const discouraged = /(?<![A-Za-z])e-mail|\blab id\b/i;
  const findings = screens.flatMap(({ path, source }) =>
    source
      .split('\n')
      .filter((line) => !comment.test(line) && discouraged.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(findings).toEqual([]);
});
