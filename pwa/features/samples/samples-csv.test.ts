import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { samplesCsv } from './samples-page.tsx';

test('samples are exported with the wording of their list, in lab time and without formulas', () => {
  const row = buildSample({
    barcode: 'W26325-0007-01',
    status: 'IN_QUEUE',
    stage: 'LIBRARY_PREPARATION',
    custodianUserId: 'u-1',
    checkedOutAt: '2026-11-22T03:05:00.000Z',
  });
  const formatters = { placeOf: () => '=Freezer', nameOf: () => 'Lena Maddox', timezone: 'America/New_York' };
  const [, line = ''] = samplesCsv([row], formatters).split('\r\n');
  expect(line).toContain("'=Freezer,Lena Maddox,2026-11-21 22:05,");
  expect(line).toContain('Library');
  expect(line).not.toMatch(/IN_QUEUE|LIBRARY_PREPARATION|PRIMARY|u-1/);
});
