import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SITE_PATHS } from '#db/access/site-paths.ts';

const ROOM = import.meta.dirname;

/** Return the address of a route file from its name; null for layouts, parameters and the catch-all route. */
function addressOf(file: string): string | null {
  const name = file.replace(/\.(lazy\.)?tsx$/, '').replaceAll('.', '/');
  const parts = name
    .split('/')
    .filter((part) => !part.startsWith('_') && part !== 'index' && part !== 'route');
  if (parts.some((part) => part.startsWith('$'))) return null;
  return `/${parts.join('/')}`;
}

/** List addresses with a page of their own, without placeholder pages and the catch-all route. */
const built = readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('_signed-in.tsx') && !file.endsWith('__root.tsx'))
  .filter((file) => !/not-?built/i.test(readFileSync(join(ROOM, file), 'utf8')))
  .map(addressOf);

test('the list of pages marks exactly those with a route', () => {
  const wrong = SITE_PATHS.filter((page) => page.built !== built.includes(page.path)).map(
    (page) =>
      `${page.path} is ${page.built ? 'said to be built, but has no route' : 'built: say so in db/access/site-paths.ts'}`,
  );
  expect(wrong).toEqual([]);
});
