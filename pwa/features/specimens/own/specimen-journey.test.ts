import { expect, test } from 'vitest';
import { SPECIMEN_STATUSES, type SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { journeyOf, nextStep } from './specimen-journey.ts';

const AT = '2026-11-20T10:00:00.000Z';
const tube = (status: SpecimenStatus, more: Partial<Parameters<typeof journeyOf>[0]> = {}) => ({
  status,
  createdAt: AT,
  receivedAt: null,
  completedAt: null,
  resultsReleasedAt: null,
  sourceSpecimenId: null,
  ...more,
});
const states = (...tubeArgs: Parameters<typeof tube>) =>
  journeyOf(tube(...tubeArgs)).map(({ state }) => state);

test('an ordered tube waits to be sent, a received one has passed shipping', () => {
  expect(states('ORDERED')).toEqual(['done', 'now', 'ahead', 'ahead', 'ahead']);
  expect(states('RECEIVED', { receivedAt: AT })).toEqual(['done', 'done', 'now', 'ahead', 'ahead']);
  expect(states('FAILED_QC', { receivedAt: AT })).toEqual(['done', 'done', 'done', 'now', 'ahead']);
});

test('a specimen that is not ordered shows its draft or approval before the order', () => {
  const steps = (status: SpecimenStatus) => journeyOf(tube(status)).map(({ label, state }) => [label, state]);
  expect(steps('DRAFT').slice(0, 3)).toEqual([
    ['Draft', 'now'],
    ['Ordered', 'ahead'],
    ['On its way', 'ahead'],
  ]);
  expect(steps('PENDING_APPROVAL')[0]).toEqual(['Pending approval', 'now']);
  expect(steps('ORDERED')[0]).toEqual(['Ordered', 'done']);
  expect(journeyOf(tube('DRAFT', { sourceSpecimenId: 'x' })).map(({ key }) => key)).toEqual([
    'draft',
    'ordered',
    'received',
    'lab',
    'results',
  ]);
});

test('a canceled specimen stops at its stage, and released results complete the journey', () => {
  expect(states('CANCELED')).toEqual(['done', 'stopped', 'ahead', 'ahead', 'ahead']);
  expect(states('COMPLETED', { receivedAt: AT, completedAt: AT }).at(-1)).toBe('now');
  expect(states('COMPLETED', { receivedAt: AT, resultsReleasedAt: AT }).at(-1)).toBe('done');
});

test('stored material skips shipping, and every status has exactly one stage', () => {
  const keys = journeyOf(tube('SUPPLEMENTAL', { sourceSpecimenId: 'x', receivedAt: AT })).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['ordered', 'received', 'lab', 'results']);
  for (const status of SPECIMEN_STATUSES)
    expect(states(status).filter((state) => state === 'now' || state === 'stopped').length).toBe(
      status === 'IN_STORAGE' ? 0 : 1,
    );
});

test('an active specimen shows the next step, a finished one none', () => {
  expect(nextStep(tube('ORDERED'))).toBe('Send it to the lab with the packing slip of its order.');
  expect(nextStep(tube('IN_STORAGE'))).toBeNull();
});
