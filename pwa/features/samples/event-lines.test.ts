import { expect, test } from 'vitest';
import { buildRow } from '#db/factories/build-row.ts';
import { event } from '#db/records/events/event.ts';
import { eventLines, type HistoryEvent } from './event-lines.ts';

const NOTHING_WAITS = new Set<string>();
const lineOf = (type: HistoryEvent['type'], data: HistoryEvent['data']) => {
  const row = { id: 'one', type, targetType: 'Sample', targetId: 'tube', userId: 'user-ann', data };
  const more = { occurredAt: '2026-11-21T10:00:00.000Z', customerVisible: false };
  return eventLines([buildRow(event, { ...row, ...more }, {})], NOTHING_WAITS).history[0];
};

test('the history of a tube shows where its label was printed, and the reason for a reprint', () => {
  const first = lineOf('SAMPLE_LABEL_PRINTED', { by: 'Ann', printer: 'bench-1', reprintReason: null });
  expect(first).toMatchObject({ title: 'Label printed', detail: 'on bench-1' });
  const reprintLine = lineOf('SAMPLE_LABEL_PRINTED', {
    by: 'Ann',
    printer: 'BROWSER',
    reprintReason: 'Smeared',
  });
  expect(reprintLine?.detail).toBe('in the browser, again: Smeared');
  expect(lineOf('SAMPLE_LABEL_PRINTED', { by: 'Ann' })?.detail).toBeUndefined();
});

test('a volume drawn from a tube that is gone is shown as withheld, without an amount', () => {
  const volumeLine = lineOf('SAMPLE_VOLUME_CHANGED', {
    by: 'Ann',
    from: '500',
    to: '400',
    reason: 'Aliquot A-2',
  });
  expect(volumeLine?.detail).toBe('500 → 400 µL, Aliquot A-2');
  const withheld = lineOf('SAMPLE_VOLUME_CHANGED', {
    by: 'Ann',
    aliquot: 'A-2',
    volume: '100',
    withheld: true,
  });
  expect(withheld?.detail).toBe('100 µL for A-2, withheld until a person decides');
});

test('a move shows origin and target, and only the target when the origin is unknown', () => {
  const place = (name: string | null, position: string | null) => ({
    containerId: name,
    container: name,
    position,
  });
  const custody = (data: HistoryEvent['data']) => {
    const row = {
      id: 'one',
      type: 'SAMPLE_MOVED' as const,
      targetType: 'Sample',
      targetId: 'tube',
      userId: 'ann',
      data,
    };
    const more = { occurredAt: '2026-11-21T10:00:00.000Z', customerVisible: false } as const;
    return eventLines([buildRow(event, { ...row, ...more }, {})], NOTHING_WAITS).custody[0]?.detail;
  };
  const to = place('Box 05', 'A1');
  expect(custody({ from: place('Box 01', 'E4'), to })).toBe('from Box 01, E4, to Box 05, A1');
  expect(custody({ from: place(null, null), to })).toBe('to Box 05, A1');
});

test('the disposal of a clinical tube names its reviewer too', () => {
  const row = {
    id: 'end',
    type: 'SAMPLE_DISPOSED' as const,
    targetType: 'Sample',
    targetId: 'tube',
    userId: 'ann',
  };
  const data = { by: 'Ann', reason: 'Leftover', reviewedBy: 'Bob' };
  const more = { occurredAt: '2026-11-21T10:00:00.000Z', customerVisible: false } as const;
  const { custody } = eventLines([buildRow(event, { ...row, data, ...more }, {})], NOTHING_WAITS);
  expect(custody[0]).toMatchObject({
    title: 'Disposed of',
    person: 'Ann',
    detail: 'Leftover, reviewed by Bob',
  });
});

test('the history shows why a sample failed, and who confirmed or overturned it', () => {
  const failure = { by: 'Ann', from: 'IN_PROGRESS', to: 'FAILED_QC' };
  const failed = lineOf('SAMPLE_FAILED', { ...failure, reason: 'BAD_SAMPLE', notes: 'Clotted' });
  expect(failed).toMatchObject({ title: 'Failed', detail: 'Bad sample: Clotted' });
  const same = { by: 'Lea', from: 'FAILED_QC', to: 'FAILED_QC', reason: null, decision: 'CONFIRMED' };
  const confirmed = lineOf('SAMPLE_STATUS_CHANGED', same);
  expect(confirmed).toMatchObject({ title: 'Failure confirmed', person: 'Lea' });
  expect(confirmed?.detail).toBeUndefined();
  const overturned = { ...same, to: 'IN_QUEUE', reason: 'A bubble', decision: 'OVERTURNED' };
  expect(lineOf('SAMPLE_STATUS_CHANGED', overturned)).toMatchObject({
    title: 'Failure overturned',
    detail: 'Failed QC → In queue, A bubble',
  });
});
