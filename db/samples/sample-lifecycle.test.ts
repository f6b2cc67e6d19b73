import { expect, test } from 'vitest';
import { SPECIMEN_STATUSES } from '#db/specimens/specimen-status.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { SAMPLE_STATUS, SAMPLE_STATUSES } from './sample.ts';
import { assertSampleTransition, MIRROR_STATUSES, SAMPLE_LIFECYCLE } from './sample-lifecycle.ts';

test('every sample status can be reached from a pre-registered well', () => {
  const reached = new Set<(typeof SAMPLE_STATUSES)[number]>(['DRAFT']);
  for (const status of reached) for (const next of SAMPLE_LIFECYCLE[status]) reached.add(next);
  expect([...reached].sort()).toEqual([...SAMPLE_STATUSES].sort());
});

test('a transition outside the table is refused with both statuses in the error', () => {
  for (const from of SAMPLE_STATUSES) {
    for (const to of SAMPLE_STATUSES) {
      const attempt = () => assertSampleTransition(from, to);
      if (SAMPLE_LIFECYCLE[from].includes(to)) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(cannotChange(SAMPLE_STATUS, from, to));
    }
  }
});

test('a sample has the statuses of a specimen and four of its own', () => {
  const own = SAMPLE_STATUSES.filter((status) => !SPECIMEN_STATUSES.some((known) => known === status));
  expect([...own].sort()).toEqual([
    'DEPLETED',
    'FAILED_BATCH_DUPLICATE',
    'FAILED_VISUAL_INSPECTION',
    'IN_QUEUE',
  ]);
  expect(SAMPLE_STATUSES.length).toBe(SPECIMEN_STATUSES.length + 4);
});

test('a quarantined sample cannot be batched, a queued one can', () => {
  expect(() => assertSampleTransition('RECEIVED_QUARANTINED', 'BATCH_ASSIGNED')).toThrow();
  expect(() => assertSampleTransition('IN_QUEUE', 'BATCH_ASSIGNED')).not.toThrow();
  expect(MIRROR_STATUSES).not.toContain('IN_QUEUE');
});
