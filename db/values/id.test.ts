import { expect, test } from 'vitest';
import { deriveId, Id } from './id.ts';

const OPERATION = '01KAPZ6V3M9Q4RW8T2XJ5C7N0B';

test('ids of one operation are ULIDs of its moment, in order of their number', () => {
  const ids = [0, 1, 31, 32, 1023, 1024, 32_767].map((k) => deriveId(OPERATION, k));
  expect(ids.every((id) => Id.safeParse(id).success && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => id.startsWith(OPERATION.slice(0, 20)))).toBe(true);
});

test('operations whose ids are equal in 23 letters derive different ids', () => {
  const otherIds = ['0C', '1B', 'ZZ'].map((end) => OPERATION.slice(0, 24) + end);
  const derived = [OPERATION, ...otherIds].flatMap((id) => [0, 1, 2].map((k) => deriveId(id, k)));
  expect(new Set(derived).size).toBe(derived.length);
});

test('an id that is no ULID derives ids as well', () => {
  expect(deriveId('op-1', 37)).toBe('op-1-11');
});
