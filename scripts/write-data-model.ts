import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dataModelSvg } from './data-model/svg.ts';

const file = fileURLToPath(new URL('../docs/data-model.svg', import.meta.url));
writeFileSync(file, await dataModelSvg());
console.log('docs/data-model.svg is written.');
