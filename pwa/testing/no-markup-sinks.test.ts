import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// React writes text as text; only these would interpret it as markup or code.
const SINKS =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(|srcDoc=|\beval\(|new Function\(|createContextualFragment/;

/** Emails are shown with their layout, in a frame that runs no script and loads nothing. */
const SHUT_FRAME = 'features/records/emails/mail-window.tsx';

test('stored XSS: no page can render stored text as markup', () => {
  const root = path.join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|e2e)\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(300);
  const offenders = sources.filter((file) => SINKS.test(readFileSync(`${root}/${file}`, 'utf8')));
  expect(offenders).toEqual([SHUT_FRAME]);
  const frame = readFileSync(`${root}/${SHUT_FRAME}`, 'utf8');
  expect(frame.match(/<iframe[^>]*sandbox=""/g)).toHaveLength(frame.split('<iframe').length - 1);
  expect(frame).toContain("default-src 'none'");
});
