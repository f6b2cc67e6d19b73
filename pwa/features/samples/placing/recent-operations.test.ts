import { expect, test } from 'vitest';
import { listRecentOperations, needsMoreSamples } from './recent-operations.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const event = (type: string, targetId: string, data: Record<string, unknown>, hour = '10') => ({
  id: `${type}-${targetId}-${hour}`,
  type,
  targetId,
  occurredAt: `2026-11-21T${hour}:00:00.000Z`,
  data: { by: 'Ann Archer', ...data },
});
const at = (...events: unknown[]) => ({ body: { events } });
const box = { containerId: 'box', container: 'Box 12', position: null };

test('rack scans, re-racks, stock-takes and bulk moves are listed together, newest first', () => {
  const scan = { mode: 'RACK_SCAN', bulkId: 'b1', to: box, changed: ['s1'], absent: ['s2'] };
  const count = { mode: 'STOCK_TAKE', bulkId: 'b2', to: box, changed: [], absent: ['s3'] };
  const operations = listRecentOperations(
    [at(event('CONTAINER_SCANNED', 'box', scan, '09'), event('CONTAINER_SCANNED', 'box', count, '11'))],
    [
      at(event('SAMPLE_MOVED', 's1', { bulkId: 'b1', via: 'RACK_SCAN', to: box }, '09')),
      at(event('SAMPLE_MOVED', 's7', { bulkId: 'b3', to: box }, '10')),
      at(event('SAMPLE_MOVED', 's8', { bulkId: 'b3', to: box }, '10')),
    ],
    NOW,
  );
  expect(operations.map(({ kind, sampleIds }) => [kind, sampleIds])).toEqual([
    ['STOCK_TAKE', ['s3']],
    ['MOVE', ['s7', 's8']],
    ['RACK_SCAN', ['s1', 's2']],
  ]);
  expect(operations[1]).toMatchObject({ by: 'Ann Archer', container: 'Box 12', undone: false });
});

test('the list marks undone operations, omits single moves, and drops operations older than two days', () => {
  const samples = [
    at(
      event('SAMPLE_MOVED', 's1', { bulkId: 'b1', to: box }, '09'),
      event('SAMPLE_MOVED', 's1', { undoOf: 'b1', to: box }, '10'),
      event('SAMPLE_MOVED', 's1', { to: box }, '11'),
    ),
  ];
  expect(listRecentOperations([], samples, NOW)).toMatchObject([{ bulkId: 'b1', undone: true }]);
  expect(listRecentOperations([], samples, NOW + 48 * 3_600_000)).toEqual([]);
});

test('events of another shape are skipped', () => {
  expect(
    listRecentOperations([{ body: { events: 'none' } }, at(null, { occurredAt: '2026-11-21T10' })], [], NOW),
  ).toEqual([]);
});

test('more tubes are read while the oldest one read changed within two days', () => {
  const touched = (hour: string) => ({ body: { updatedAt: `2026-11-21T${hour}:00:00.000Z` } });
  const newest = [touched('11'), touched('10')];
  expect(needsMoreSamples(newest, 2, NOW)).toBe(true);
  expect(needsMoreSamples(newest, 3, NOW), 'all tubes are read').toBe(false);
  expect(needsMoreSamples(newest, 2, NOW + 48 * 3_600_000), 'the oldest is older').toBe(false);
});
