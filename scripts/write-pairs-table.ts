import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KNOWN_EXCEPTIONS } from '#pwa/testing/pairs/known-exceptions.ts';
import { pairsTable } from '#pwa/testing/pairs/pairs-table.ts';
import { openMachine, playPairs, SEEDS } from '#pwa/testing/pairs/play.ts';

const file = fileURLToPath(new URL('../docs/two-person-pairs.md', import.meta.url));
const pairs = await playPairs(await openMachine(), SEEDS);
writeFileSync(file, pairsTable(pairs, KNOWN_EXCEPTIONS));
console.log('docs/two-person-pairs.md is written.');
