import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyEntity } from '#db/entity.ts';

const DB = fileURLToPath(new URL('../../db', import.meta.url));
const DEFINITION = /defineEntity\(\{\s+name: '(\w+)'/g;

const isSource = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts');

/** Find the folder of `db/` in which each entity is declared; the folder is its noun. */
function readNouns(): Map<string, string> {
  const nouns = new Map<string, string>();
  const folders = readdirSync(DB, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: noun } of folders) {
    for (const file of readdirSync(`${DB}/${noun}`).filter(isSource)) {
      const text = readFileSync(`${DB}/${noun}/${file}`, 'utf8');
      for (const [, name = ''] of text.matchAll(DEFINITION)) nouns.set(name, noun);
    }
  }
  return nouns;
}

const NOUNS = readNouns();

/** Return the noun of an entity. */
export function nounOf({ name }: AnyEntity): string {
  const noun = NOUNS.get(name);
  if (noun === undefined) throw new Error(`${name} is declared in no folder of db/.`);
  return noun;
}
