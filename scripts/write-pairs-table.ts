import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exceptionsOf, KNOWN_EXCEPTIONS, pairsTable } from '#pwa/testing/pairs/pairs-table.ts';
import { openMachine, playPairs, SEEDS } from '#pwa/testing/pairs/play.ts';

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TABLE = fileAt('../docs/two-person-pairs.md');
const KNOWN = fileAt('../pwa/testing/pairs/known-pairs.ts');

const pairs = await playPairs(await openMachine(), SEEDS);
const known = KNOWN_EXCEPTIONS.filter(({ triples }) => !triples).map(({ id }) => [
  id,
  pairs
    .filter((one) => exceptionsOf(one, KNOWN_EXCEPTIONS).some((exception) => exception.id === id))
    .map(({ name }) => name),
]);
writeFileSync(
  KNOWN,
  `/** The pairs in which each known exception occurs; written by \`scripts/write-pairs-table.ts\`. */
export const KNOWN_PAIRS: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(known), null, 2)};
`,
);
spawnSync('npx', ['biome', 'format', '--write', KNOWN], { stdio: 'ignore' });
writeFileSync(TABLE, pairsTable(pairs, KNOWN_EXCEPTIONS));
console.log('docs/two-person-pairs.md and the known pairs are written.');
