import { expect, test } from 'vitest';
import {
  adjacentWells,
  inspectedTube,
  inspectedWell,
  nearTubes,
  uninspected,
  uninspectedWells,
} from './neighbors-part.tsx';
import { tubeDraft } from './scan-answer.ts';
import { newSession, type PlateDraft, type TubeDraft } from './session-draft.ts';
import { changeTube, withTube } from './session-edit.ts';

const tube = (n: number): TubeDraft =>
  tubeDraft({
    specimen: null,
    code: `TUBE-${n}`,
    at: '2026-11-21T09:00:00.000Z',
    label: { sampleId: `s${n}`, sampleBarcodeId: `b${n}`, julianId: `W26325-000${n}` },
    place: null,
    condition: 'NONE',
  });
const emptySession = newSession({
  id: 'session',
  startedAt: '2026-11-21T09:00:00.000Z',
  orderIds: [],
  title: 'W-1',
  trackingNumber: null,
  plates: [],
  packageCount: 1,
});
const scanned = [1, 2, 3].map(tube).reduce(withTube, emptySession);
const leaking = changeTube(scanned, 's2', { condition: 'LEAKING', note: 'At the cap.' });
const leakingTube = leaking.tubes.find(({ sampleId }) => sampleId === 's2') ?? tube(2);

test('the neighbors of a leaking tube are requested until somebody records their state', () => {
  expect(uninspected(scanned)).toEqual([]);
  expect(uninspected(leaking).map(({ julianId }) => julianId)).toEqual(['W26325-0002']);
  expect(nearTubes(leaking, leakingTube).map(({ julianId }) => julianId)).toEqual([
    'W26325-0001',
    'W26325-0003',
  ]);
  const dry = inspectedTube(leaking, leakingTube, new Set());
  expect(uninspected(dry)).toEqual([]);
  expect(dry.tubes[1]?.note).toBe('At the cap. Neighbors inspected: none affected.');
  expect(dry.tubes[0]).toEqual(leaking.tubes[0]);
});

test('an affected neighbor is received as contaminated, and both tubes give the reason', () => {
  const wet = inspectedTube(leaking, leakingTube, new Set(['s3']));
  expect(wet.tubes[2]).toMatchObject({ condition: 'CONTAMINATED', note: 'Beside W26325-0002, leaking.' });
  expect(wet.tubes[1]?.note).toBe('At the cap. Neighbors inspected: W26325-0003 affected.');
  expect(wet.tubes[0]?.condition).toBe('NONE');
});

test('on a plate the filled wells that touch a leaking one are named, also at its edge', () => {
  expect(adjacentWells('B2')).toEqual(['A1', 'B1', 'C1', 'A2', 'C2', 'A3', 'B3', 'C3']);
  expect(adjacentWells('H12')).toEqual(['G11', 'H11', 'G12']);
  const plate: PlateDraft = {
    orderId: 'order-1',
    plateNumber: 1,
    barcode: null,
    a1CornerSeen: true,
    rotated: false,
    exceptions: { A1: 'LEAKING', A2: 'EMPTY' },
    accepted: null,
  };
  const filled = new Set(['A1', 'B1', 'A2', 'C1']);
  expect(uninspectedWells(plate, filled)).toEqual([{ well: 'A1', type: 'LEAKING', neighbors: ['B1'] }]);
  const after = { ...plate, ...inspectedWell(plate, 'A1', ['B1']) };
  expect(uninspectedWells(after, filled)).toEqual([]);
  expect(after).toMatchObject({
    exceptions: { A1: 'LEAKING', A2: 'EMPTY', B1: 'CONTAMINATED' },
    note: 'A1: Neighbors inspected: B1 affected.',
  });
});
