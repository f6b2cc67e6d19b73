import { expect, test } from 'vitest';
import { type ProgressEvent, progressOf } from './specimen-progress.ts';

const moved = (specimenId: string, from: ProgressEvent['from'], to: ProgressEvent['to']): ProgressEvent => ({
  specimenId,
  name: specimenId,
  kind: 'STATUS',
  from,
  to,
});
const progressEvent = (specimenId: string, kind: 'RECEIVED' | 'RESULTS_READY'): ProgressEvent => ({
  specimenId,
  name: specimenId,
  kind,
  from: null,
  to: null,
});

test('96 specimens received in one session are one line', () => {
  const events = Array.from({ length: 96 }, (_, n) => [
    progressEvent(`S${n}`, 'RECEIVED'),
    moved(`S${n}`, 'DELIVERED', 'RECEIVED'),
  ]).flat();
  expect(progressOf(events)).toMatchObject([{ label: 'Received by the lab', count: 96 }]);
});

test('a specimen is listed with its final status, in the words of customers', () => {
  const events = [
    moved('A', 'RECEIVED', 'BATCH_ASSIGNED'),
    moved('A', 'BATCH_ASSIGNED', 'IN_PROGRESS'),
    moved('B', 'IN_PROGRESS', 'FAILED_QC'),
  ];
  expect(progressOf(events)).toEqual([
    { label: 'Now: In progress', count: 1, names: ['A'] },
    { label: 'Now: Under review', count: 1, names: ['B'] },
  ]);
});

test("changes back and forth are no news, nor are the customer's own changes", () => {
  expect(progressOf([moved('A', 'SHIPPED', 'DELIVERED'), moved('A', 'DELIVERED', 'SHIPPED')])).toEqual([]);
  expect(
    progressOf([moved('A', 'DRAFT', 'PENDING_APPROVAL'), moved('A', 'PENDING_APPROVAL', 'ORDERED')]),
  ).toEqual([]);
  expect(progressOf([moved('A', 'SHIPPED', 'ORDERED')])).toMatchObject([{ label: 'Now: Ordered' }]);
  expect(progressOf([])).toEqual([]);
});

test('ready results are listed once, and withheld names are left out', () => {
  const events = [
    { ...progressEvent('A', 'RESULTS_READY'), name: null },
    { ...moved('A', 'IN_PROGRESS', 'COMPLETED'), name: null },
  ];
  expect(progressOf(events)).toEqual([{ label: 'Results ready', count: 1, names: [] }]);
});
