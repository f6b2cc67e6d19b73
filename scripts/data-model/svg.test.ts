import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { dataModelSvg } from './svg.ts';

const storedSvg = readFileSync(new URL('../../docs/data-model.svg', import.meta.url), 'utf8');

test('docs/data-model.svg matches the catalog; if not, run scripts/write-data-model.ts', async () => {
  expect(storedSvg).toBe(await dataModelSvg());
});

test('docs/data-model.svg shows every entity once', () => {
  for (const { name } of CATALOGUE) expect(storedSvg.split(`>${name}</text>`), name).toHaveLength(2);
});
