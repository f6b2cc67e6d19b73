import { expect, test } from 'vitest';
import { sectionSigned } from './section-content.ts';

test('a late entry is refused with the lab time of the signature', () => {
  const signature = { printedName: 'Ann Archer', occurredAt: '2026-11-22T03:05:40.000Z' };
  expect(sectionSigned(signature, { labTimezone: 'America/New_York' })).toBe(
    'Section was signed by Ann Archer at 2026-11-21 22:05.',
  );
});
