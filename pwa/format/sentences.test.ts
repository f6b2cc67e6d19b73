import { expect, test } from 'vitest';
import { joinSentences } from './sentences.ts';

test('joined sentences have one full stop between them', () => {
  expect(joinSentences('It was not checked out. Scan where it goes.', 'Recorded in Box 12.')).toBe(
    'It was not checked out. Scan where it goes. Recorded in Box 12.',
  );
  expect(joinSentences('Position A1', '2 listed.')).toBe('Position A1. 2 listed.');
  expect(joinSentences('Undone', null, undefined)).toBe('Undone');
});
