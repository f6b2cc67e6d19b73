import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { comparePlainly } from './plain-order.ts';

const installed = (): string => {
  const rxdb = fileURLToPath(import.meta.resolve('rxdb'));
  return readFileSync(rxdb.replace(/index\.m?js$/, 'plugins/utils/utils-object.js'), 'utf8');
};

test('installed RxDB compares schema keys by locale in two places, built RxDB in none', () => {
  expect(installed().split('localeCompare')).toHaveLength(3);
  expect(comparePlainly(installed())).not.toContain('localeCompare');
});

test('a source that sorts in another way fails the build', () => {
  expect(() => comparePlainly('keys.sort()')).toThrow('another way');
});
