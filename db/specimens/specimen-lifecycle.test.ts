import { expect, test } from 'vitest';
import { cannotChange } from '#db/values/lifecycle.ts';
import { assertSpecimenTransition, SPECIMEN_LIFECYCLE } from './specimen-lifecycle.ts';
import { SPECIMEN_STATUS, SPECIMEN_STATUSES } from './specimen-status.ts';

test('every specimen status can be reached from a draft', () => {
  const reached = new Set<(typeof SPECIMEN_STATUSES)[number]>(['DRAFT']);
  for (const status of reached) for (const next of SPECIMEN_LIFECYCLE[status]) reached.add(next);
  expect([...reached].sort()).toEqual([...SPECIMEN_STATUSES].sort());
});

test('a transition outside the table is refused with both statuses in the error', () => {
  for (const from of SPECIMEN_STATUSES) {
    for (const to of SPECIMEN_STATUSES) {
      const attempt = () => assertSpecimenTransition(from, to);
      if (SPECIMEN_LIFECYCLE[from].includes(to)) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(cannotChange(SPECIMEN_STATUS, from, to));
    }
  }
});

test('any specimen can be canceled except a completed, a stored and a stopped one', () => {
  const cannot = SPECIMEN_STATUSES.filter((status) => !SPECIMEN_LIFECYCLE[status].includes('CANCELED'));
  expect([...cannot].sort()).toEqual(['CANCELED', 'COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE']);
});

test('specimens rank 0 to 17 as the specification ranks them', () => {
  const byRank = Array.from({ length: 18 }, (_, rank) =>
    SPECIMEN_STATUSES.filter((s) => SPECIMEN_STATUS[s].rank === rank),
  );
  expect(byRank).toEqual([
    ['CANCELED'],
    ['ACTION_REQUIRED'],
    ['DRAFT'],
    ['PENDING_APPROVAL'],
    ['ORDERED'],
    ['SHIPPED'],
    ['DELIVERED'],
    ['RECEIVED_ON_HOLD', 'RECEIVED_QUARANTINED'],
    ['RECEIVED_AWAITING_OPTIMAL_BATCH'],
    ['RECEIVED_AWAITING_INFO'],
    ['SUPPLEMENTAL', 'RECEIVED'],
    ['BATCH_ASSIGNED'],
    ['IN_PROGRESS'],
    ['COMPLETED'],
    ['FAILED_QC'],
    ['FAILED_QC_CANCELED'],
    ['RESET'],
    ['IN_STORAGE'],
  ]);
});
