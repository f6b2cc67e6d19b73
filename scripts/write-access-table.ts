import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accessTable } from './access-table.ts';

const file = fileURLToPath(new URL('../docs/access.md', import.meta.url));
writeFileSync(file, accessTable());
console.log('docs/access.md is written.');
