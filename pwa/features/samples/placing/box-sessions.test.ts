import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { leftLabText } from '#db/samples/sample.ts';
import { EMPTY_BULK, takeBulkContainer, takeBulkSample } from './bulk-move.ts';
import { freePlaceIn } from './container-move-panel.tsx';
import { diffLines, isUnchanged, readRackDiff } from './rack-diff.tsx';
import { missingOf, rackTube, reRackRows, startReRack } from './re-rack.ts';
import { countScan, EMPTY_STOCK, findUncounted, type StockSession } from './stock-take.ts';

const box = buildStorageManagement({ id: 'box', name: 'Box 12', rows: 2, columns: 2 });
const inBox = (id: string, position: string, more = {}) =>
  buildSample({ id, barcode: id, storageLocationId: 'box', storagePosition: position, ...more });
const A = inBox('TUBE-A', 'A1');
const B = inBox('TUBE-B', 'A2');
const OUT = inBox('TUBE-OUT', 'B1', { custodianUserId: 'bob' });
const far = buildSample({ id: 'TUBE-F', barcode: 'TUBE-F', storageLocationId: 'far', storagePosition: 'C3' });
const buildScannedSample = (sample = A) => ({ kind: 'sample', sample }) as const;

test('a bulk move lists samples at free positions and refuses more than fit, with the counts', () => {
  const into = takeBulkContainer(EMPTY_BULK, box, [], false).session;
  const one = takeBulkSample(into, box, [A, B], far, { from: 'Far box, C3' });
  expect(one.session.planned).toMatchObject([{ sampleId: 'TUBE-F', position: 'B1' }]);
  expect(takeBulkSample(one.session, box, [A, B], far, { from: '' }).feedback.verdict).toBe('repeat');
  const more = takeBulkSample(one.session, box, [A, B], buildSample({ id: 'x' }), { from: '' });
  const over = takeBulkSample(more.session, box, [A, B], buildSample({ id: 'y' }), { from: '' });
  expect(over.feedback).toMatchObject({ verdict: 'error', title: 'Box 12 has 2 free places for 3 samples.' });
});

test('the container scanned again completes the bulk move; a different container is refused', () => {
  const into = takeBulkContainer(EMPTY_BULK, box, [], false).session;
  const { session } = takeBulkSample(into, box, [], far, { from: '' });
  expect(takeBulkContainer(session, box, [], true).finish).toBe(false);
  expect(takeBulkContainer(session, box, [], false).finish).toBe(true);
  const other = buildStorageManagement({ id: 'other', name: 'Box 13' });
  expect(takeBulkContainer(session, other, [], false).feedback.verdict).toBe('error');
});

test('tubes scanned first get the free positions of the container that is scanned after them', () => {
  const one = takeBulkSample(EMPTY_BULK, undefined, [], far, { from: 'Far box, C3' });
  expect(one.feedback).toMatchObject({ verdict: 'ok', title: '1 listed' });
  const two = takeBulkSample(one.session, undefined, [], B, { from: 'Box 12, A2' });
  const into = takeBulkContainer(two.session, box, [A, B], false);
  expect(into.feedback.detail).toBe('2 samples listed. Scan Box 12 again to finish.');
  expect(into.session.planned).toMatchObject([
    { sampleId: 'TUBE-F', containerId: 'box', position: 'A2' },
    { sampleId: 'TUBE-B', containerId: 'box', position: 'B1' },
  ]);
  expect(takeBulkContainer(into.session, box, [A, B], false).finish).toBe(true);
});

test('a container with too little room keeps the list of the tubes scanned first', () => {
  const session = [far, buildSample({ id: 'x' }), buildSample({ id: 'y' })].reduce(
    (before, row) => takeBulkSample(before, undefined, [], row, { from: '' }).session,
    EMPTY_BULK,
  );
  const refusal = takeBulkContainer(session, box, [A, B], false);
  expect(refusal.feedback).toMatchObject({
    verdict: 'error',
    title: 'Box 12 has 2 free places for 3 samples.',
  });
  expect(refusal.session).toBe(session);
});

test('a re-rack takes each tube once and reports unscanned tubes as missing at the end', () => {
  const start = startReRack(box, [A, B, OUT]);
  expect(start.limbo.map((one) => one.id)).toEqual(['TUBE-A', 'TUBE-B']);
  const one = rackTube(start, box, B, '');
  expect(one.feedback).toMatchObject({
    verdict: 'ok',
    title: 'Position A1',
    detail: '1 of 2 still to scan.',
  });
  expect(rackTube(one.session, box, B, '').feedback).toMatchObject({
    verdict: 'repeat',
    title: 'Already in A1.',
  });
  expect(missingOf(one.session).map((missingTube) => missingTube.id)).toEqual(['TUBE-A']);
  expect(reRackRows(one.session, box)).toEqual([
    { position: 'A1', barcode: 'TUBE-B', read: 'OK' },
    { position: 'A2', barcode: null, read: 'EMPTY' },
    { position: 'B1', barcode: null, read: 'EMPTY' },
    { position: 'B2', barcode: null, read: 'EMPTY' },
  ]);
  expect(rackTube(one.session, box, far, 'Far box, C3').feedback.detail).toContain(
    'Previously recorded in Far box, C3.',
  );
});

test('a stock-take sets a disposed tube aside and does not accept it', () => {
  const start: StockSession = { ...EMPTY_STOCK, containerId: 'box' };
  const getLeftLabMessage = (one: { barcode: string }) => leftLabText(one.barcode, 'DISPOSED');
  const result = countScan(
    start,
    box,
    far.barcode,
    buildScannedSample(far),
    () => 'Disposed',
    getLeftLabMessage,
  );
  expect(result.feedback).toMatchObject({
    verdict: 'error',
    title: `Sample ${far.barcode} has been disposed of.`,
    detail: 'Lay it aside and tell the lab manager.',
  });
  expect(result.session.counted).toMatchObject([
    { finding: 'GONE', recorded: 'Disposed', decision: 'LEAVE' },
  ]);
});

test('a stock-take tells apart tubes here, elsewhere, without a location, unknown, and already counted', () => {
  const placeOf = () => 'Far box, C3';
  const lost = buildSample({ id: 'TUBE-L', barcode: 'TUBE-L' });
  const scans = [
    buildScannedSample(A),
    buildScannedSample(far),
    buildScannedSample(lost),
    { kind: 'unknown' } as const,
    buildScannedSample(A),
  ];
  let session: StockSession = { ...EMPTY_STOCK, containerId: 'box' };
  const verdicts = scans.map((scan) => {
    const code = scan.kind === 'sample' ? scan.sample.barcode : 'NOPE-1';
    const result = countScan(session, box, code, scan, placeOf);
    session = result.session;
    return `${result.feedback.verdict}: ${result.feedback.title}`;
  });
  expect(verdicts).toEqual([
    'ok: Here, A1',
    'warning: Recorded elsewhere',
    'warning: No location recorded',
    'error: Unknown code',
    'repeat: Already counted.',
  ]);
  expect(session.counted.map((one) => one.decision)).toEqual(['HERE', 'LEAVE', 'ACCEPT_MOVE', 'LEAVE']);
  expect(findUncounted(session, [A, B, OUT]).map((one) => one.id)).toEqual(['TUBE-B']);
});

test('96 tubes counted in sequence give 96 rows', () => {
  let session: StockSession = { ...EMPTY_STOCK, containerId: 'box' };
  for (let n = 0; n < 96; n++)
    session = countScan(
      session,
      box,
      `T-${n}`,
      buildScannedSample(buildSample({ id: `T-${n}`, barcode: `T-${n}` })),
      () => '',
    ).session;
  expect(session.counted).toHaveLength(96);
});

test('a rack file is compared with the record before it can be confirmed', async () => {
  const known = new Map([A, far].map((one) => [one.barcode, one]));
  const rows = [
    { position: 'A1', barcode: 'TUBE-F', read: 'OK' },
    { position: 'B2', barcode: 'TUBE-A', read: 'OK' },
    { position: 'A2', barcode: null, read: 'EMPTY' },
    { position: 'B1', barcode: 'NOPE-1', read: 'OK' },
  ] as const;
  const diff = await readRackDiff('box', [A, B, OUT], rows, async (code) => known.get(code));
  expect(
    diffLines(diff, () => 'Far box, C3').map((one) => `${one.change} ${one.position} ${one.code}`),
  ).toEqual([
    'Unknown code B1 NOPE-1',
    'Not seen A2 TUBE-B',
    'Arrives A1 TUBE-F',
    'Shifts B2 TUBE-A',
    'Checked out B1 TUBE-OUT',
  ]);
});

test('a checked-out tube that stands in its slot is reported as coming back', async () => {
  const rows = [{ position: 'B1', barcode: 'TUBE-OUT', read: 'OK' }] as const;
  const diff = await readRackDiff('box', [OUT], rows, async () => OUT);
  expect(diffLines(diff, () => '')).toMatchObject([
    { change: 'Comes back', position: 'B1', code: 'TUBE-OUT' },
  ]);
  expect(isUnchanged(diff)).toBe(false);
  const countResult = countScan(
    { containerId: 'box', counted: [] },
    box,
    'TUBE-OUT',
    { kind: 'sample', sample: OUT },
    () => '',
  );
  expect(countResult.feedback).toMatchObject({
    title: 'Here, B1',
    detail: 'Was checked out. This count records its return.',
  });
  expect(countResult.session.counted).toMatchObject([{ finding: 'HERE', recorded: 'B1, comes back' }]);
});

test('a box goes to the first free position of a rack, and a full rack has none', () => {
  const rack = buildStorageManagement({ id: 'rack', type: 'RACK', rows: 1, columns: 2 });
  const firstBox = buildStorageManagement({ id: 'b1', parentId: 'rack', positionInParent: 'A1' });
  const next = buildStorageManagement({ id: 'b2', parentId: 'rack', positionInParent: 'A2' });
  expect(freePlaceIn(rack, [firstBox], box)).toBe('A2');
  expect(freePlaceIn(rack, [firstBox, next], box)).toBeNull();
});
