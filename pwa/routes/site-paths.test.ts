import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SITE_PATHS } from '#db/access/site-paths.ts';

const ROOM = import.meta.dirname;

/** The address of a route file, as the router reads its name; null for layouts, parameters and what catches the rest. */
function addressOf(file: string): string | null {
  const name = file.replace(/\.(lazy\.)?tsx$/, '').replaceAll('.', '/');
  const parts = name
    .split('/')
    .filter((part) => !part.startsWith('_') && part !== 'index' && part !== 'route');
  if (parts.some((part) => part.startsWith('$'))) return null;
  return `/${parts.join('/')}`;
}

/** Addresses that have a page of their own; a file that shows the page of what is not built yet is none, nor is what catches the rest. */
const built = readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('_signed-in.tsx') && !file.endsWith('__root.tsx'))
  .filter((file) => !/not-?built/i.test(readFileSync(join(ROOM, file), 'utf8')))
  .map(addressOf);

test('the list of pages says of each whether it has a route', () => {
  const wrong = SITE_PATHS.filter((page) => page.built !== built.includes(page.path)).map(
    (page) =>
      `${page.path} is ${page.built ? 'said to be built, but has no route' : 'built: say so in db/access/site-paths.ts'}`,
  );
  expect(wrong).toEqual([]);
});
