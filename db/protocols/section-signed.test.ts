import { expect, test } from 'vitest';
import { sectionSigned } from './section-signed.ts';

test('whoever comes after a signature reads when it was made by the clock of the lab', () => {
  const signature = { printedName: 'Ann Archer', occurredAt: '2026-11-22T03:05:40.000Z' };
  expect(sectionSigned(signature, { labTimezone: 'America/New_York' })).toBe(
    'Section was signed by Ann Archer at 2026-11-21 22:05.',
  );
});
