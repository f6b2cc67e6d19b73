import { expect, test } from 'vitest';
import { joinSentences } from './sentences.ts';

test('joined sentences have one full stop between them', () => {
  expect(joinSentences('Not checked out. Scan the new location.', 'Recorded in Box 12.')).toBe(
    'Not checked out. Scan the new location. Recorded in Box 12.',
  );
  expect(joinSentences('Position A1', '2 listed.')).toBe('Position A1. 2 listed.');
  expect(joinSentences('Undone', null, undefined)).toBe('Undone');
});
