import { expect, test } from 'vitest';
import { csvLine } from './export-log.ts';

test('text that a spreadsheet would run as a formula is escaped', () => {
  expect(csvLine(['=HYPERLINK("x")', '+1', '-1', '@a', 'plain'])).toBe(
    `"'=HYPERLINK(""x"")",'+1,'-1,'@a,plain\r\n`,
  );
});

test('commas, quotes, line breaks and objects stay in one cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', { a: 1 }, null])).toBe(
    '"a,b","say ""hi""","two\nlines","{""a"":1}",\r\n',
  );
});
