import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildDiscrepancy, buildSpecimen } from '#db/factories/build-specimens.ts';
import { waitingReason } from './waiting-reason.ts';

const open = buildDiscrepancy({ resolution: 'OPEN' });

test('a quarantined specimen shows how many decisions it waits for', () => {
  const specimen = buildSpecimen({ status: 'RECEIVED_QUARANTINED', holdReason: null });
  expect(waitingReason(specimen, [open])).toBe('1 discrepancy needs a decision.');
  expect(waitingReason(specimen, [open, open])).toBe('2 discrepancies need a decision.');
  expect(waitingReason(specimen, [])).toBe('A manager or director lifts the quarantine.');
});

test('a held specimen shows its reason, a finished one waits for nothing', () => {
  const heldSpecimen = buildSpecimen({
    status: 'RECEIVED_ON_HOLD',
    holdReason: 'Order W-000001 is on hold.',
  });
  expect(waitingReason(heldSpecimen, [])).toBe('Order W-000001 is on hold.');
  expect(waitingReason(buildSpecimen({ status: 'COMPLETED' }), [])).toBeNull();
});

test('a tube of a closed order is to be stored, and finished work waits for the release of its results', () => {
  const order = { status: 'COMPLETED', postSequenceOption: 'STORE' } as const;
  const done = buildSpecimen({ status: 'COMPLETED' });
  expect(waitingReason(done, [], { order, samples: [] })).toMatch(/^The order is closed/);
  expect(
    waitingReason(done, [], { order: { ...order, postSequenceOption: 'SHIP' }, samples: [] }),
  ).toBeNull();
  const recalled = { ...done, completedAt: '2026-11-20T10:00:00.000Z' };
  expect(waitingReason(recalled, [], { order, samples: [] })).toMatch(/Results recalled/);
  const inWork = buildSpecimen({ status: 'IN_PROGRESS' });
  const tube = buildSample({ status: 'COMPLETED', stage: 'EXTRACTION', extractionProcedureId: 'extract' });
  expect(waitingReason(inWork, [], { order: null, samples: [tube] })).toMatch(/not released yet/);
  const waiting = { ...tube, status: 'IN_QUEUE' as const };
  expect(waitingReason(inWork, [], { order: null, samples: [waiting] })).toBe('In progress.');
});

test('a reset specimen waits for its restart, or names the order that repeats it', () => {
  const reset = buildSpecimen({ status: 'RESET' });
  expect(waitingReason(reset, [])).toMatch(/restarts it/);
  expect(waitingReason(reset, [], { order: null, samples: [], repeatedIn: 'W-000200' })).toBe(
    'The work is repeated in order W-000200.',
  );
});
