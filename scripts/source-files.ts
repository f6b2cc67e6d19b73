import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { TOP_ROOMS } from './rooms.ts';

const CODE = /\.(ts|tsx|mjs|js|css)$/;

/** List the source files of all rooms below the root, as paths with slashes; generated files are left out. */
export const listSourceFiles = (root: string): string[] =>
  TOP_ROOMS.filter((top) => existsSync(path.join(root, top))).flatMap((top) => [...walk(root, top)]);

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, name);
    else if (CODE.test(entry.name) && !entry.name.includes('.gen.')) yield name;
  }
}
