import { buildSession, buildTube, signSession } from '#db/factories/benches/receiving-bench.ts';
import { conflictKindNamed } from '#db/records/conflicts/conflict-kinds.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { RESOLUTIONS_FOR } from '#db/specimens/discrepancies/resolve-discrepancy.ts';
import { BATCH_ARGS, SECTION_ARGS } from './batch-args.ts';
import { LOADING_ARGS } from './loading-args.ts';
import { SAMPLE_ARGS } from './sample-args.ts';
import { type Args, each, entryFor, type Generator, idsIn, slotsOf, type View } from './view.ts';

type Tube = Parameters<typeof buildTube>[0];

/** Build a signed session of this user with these tubes of the expected package. */
async function session(view: View, tubes: Tube[], missing: string[]): Promise<Args> {
  const numbered = tubes.map((tube, index) =>
    buildTube({
      ...{ julianId: `W26325-${view.letter}00${index + 1}`, sampleId: view.mint(`received-${index}`) },
      ...{
        sampleBarcodeId: view.mint(`label-${index}`),
        sampleBarcode: `W26325-${view.letter}00${index + 1}-01`,
      },
      ...{ occurredAt: '2026-11-21T10:30:00.000Z', ...tube },
    }),
  );
  return {
    ...(await signSession(
      buildSession({
        ...{ accessionGroupId: view.mint('group'), groupNumber: `AG-W26325-1${view.side}` },
        ...{ orderIds: ['order-r'], trackingNumber: '1ZPAIRS', packageCount: 1, tubes: numbered },
        missingSpecimenIds: missing,
        signature: {
          ...{ contentHash: 'a'.repeat(64), proof: 'proof', meaning: 'Received by' },
          printedName: view.actor.name,
        },
      }),
    )),
  };
}

const tube = (n: number, more: Tube = {}): Tube => ({
  specimenId: `expected-${n}`,
  scannedCode: `TUBE-R-${n}`,
  ...more,
});

const HOLDS = ['RECEIVED_QUARANTINED', 'RECEIVED_ON_HOLD', 'ACTION_REQUIRED'];

/** The operations on specimens, from their receipt on. */
const RECEIVING_ARGS: Record<string, Generator> = {
  'accession-shipment': async (view) => [
    await session(view, [tube(1)], []),
    await session(view, [tube(1, { condition: 'LEAKING' }), tube(2)], []),
    await session(view, [tube(2)], ['expected-1']),
    await session(view, [tube(1, { containerId: 'box-2', position: 'A2' })], []),
    await session(view, [tube(3, { scannedCode: `OTHER-${view.letter}` })], []),
    await session(view, [{ specimenId: null, scannedCode: `UNKNOWN-${view.letter}` }], []),
  ],
  'hold-specimen': ({ actor }) =>
    each(['of-queue-1', 'of-tube-1', 'of-plan-1', 'expected-4', 'expected-5', 'of-run-1'], HOLDS).map(
      ([specimenId, status]) => ({ specimenId, status, reason: `Asked by ${actor.name}` }),
    ),
  'release-specimen': () =>
    ['expected-4', 'expected-5', 'of-queue-1'].map((specimenId) => ({ specimenId, note: 'Agreed' })),
  'link-unexpected-sample': () =>
    [1, 2].map((n) => ({
      sampleId: 'sample-W26325-0902',
      specimenId: `expected-${n}`,
      note: 'By its handwriting',
    })),
  'resolve-discrepancy': ({ world }) =>
    world
      .all(discrepancy)
      .filter((one) => one.resolution === 'OPEN')
      .flatMap(({ id, type, specimenId }) =>
        RESOLUTIONS_FOR[type].map((resolution) => ({
          ...{ discrepancyId: id, resolution, note: 'Agreed with the customer', statementFileId: null },
          specimenId,
        })),
      ),
};

const LOTS = ['lot-1', 'lot-2', 'lot-ordered', 'lot-used', 'lot-doubted'];
const lots = (more: Args = {}): Args[] => LOTS.map((itemId) => ({ itemId, ...more }));

/** The scan result of a box as the device shows it, with one tube somewhere else. */
function scanned(view: View, containerId: string): Args[] {
  const inside = view.world.all(sample).filter((row) => row.storageLocationId === containerId);
  const rows = inside.flatMap(({ storagePosition, barcode }) =>
    storagePosition === null ? [] : [{ position: storagePosition, barcode, read: 'OK' }],
  );
  const queueTube = view.world.one(sample, 'queue-2');
  const more = { position: slotsOf(view)[1], barcode: queueTube?.barcode, read: 'OK' };
  return [
    { containerId, bulkId: view.mint('scan'), rows: [...rows, more] },
    { containerId, bulkId: view.mint('scan'), rows: rows.slice(1) },
  ];
}

const scans: Generator = (view) =>
  ['box-1', 'box-2']
    .flatMap((id) => scanned(view, id))
    .filter(({ rows }) => Array.isArray(rows) && rows.length > 0);

/** The operations on places, stock and conflicts. */
const STOCK_ARGS: Record<string, Generator> = {
  'receive-inventory-item': ({ side }) =>
    each(['L7', `L${8 + side}`], ['lot-ordered']).map(([lotNumber, itemId]) => ({
      itemId,
      receipt: { lotNumber, expirationDate: '2099-05-31', quantity: null, qcPassed: null },
    })),
  'open-inventory-item': () => lots(),
  'mark-inventory-item-used': () => lots({ reason: 'Empty' }),
  'count-inventory-item': ({ side }) => lots({ counted: `${100 + side}` }),
  'reopen-inventory-item': ({ side }) => [
    { itemId: 'lot-used', reason: 'The wrong tube was scanned', remaining: `${40 + side}` },
    { itemId: 'lot-used', reason: 'The wrong tube was scanned', remaining: null },
  ],
  'release-lot': () => [{ itemId: 'lot-doubted', reason: 'The control ran clean' }],
  'release-equipment': () => [{ equipmentId: 'tool-2', reason: 'Serviced' }],
  'change-container': ({ side }) =>
    each(
      ['box-1', 'box-2', 'box-empty'],
      [
        { name: `Box of side ${side}` },
        { capacity: 60 },
        { quarantine: true },
        { restrictedTo: ['LAB_MANAGER'] },
      ],
    ).map(([containerId, changes]) => ({ containerId, changes })),
  'create-container': (view) =>
    each(['rack', 'rack-2'], ['A4', null]).map(([parentId, position]) => ({
      ...{
        containerId: view.mint('container'),
        type: 'BOX',
        name: `New box ${view.letter}`,
        parentId,
        position,
      },
      ...{ barcode: 'BOX-NEW', rows: null, columns: null, capacity: null, temperature: null },
      ...{ restrictedTo: [], quarantine: false },
    })),
  'move-container': () =>
    each(
      ['box-1', 'box-2', 'box-empty'],
      [
        { parentId: 'rack-2', position: 'A4' },
        { parentId: 'rack', position: 'A4' },
        { parentId: 'rack-2', position: null },
      ],
    ).map(([containerId, to]) => ({ containerId, ...to })),
  'retire-container': () => [{ containerId: 'box-empty', reason: 'Broken' }],
  're-rack-container': scans,
  'scan-container': scans,
  'take-stock': (view) =>
    ['box-1', 'box-2'].flatMap((containerId) => {
      const inside = view.world.all(sample).filter((row) => row.storageLocationId === containerId);
      const confirmedTubes = inside.slice(1).map(({ barcode }) => ({ barcode, decision: 'HERE' }));
      const moved = { barcode: view.world.one(sample, 'queue-2')?.barcode, decision: 'ACCEPT_MOVE' };
      const missing = inside.slice(0, 1).map(({ id }) => id);
      return [
        { containerId, bulkId: view.mint('stock'), found: confirmedTubes, missing },
        {
          containerId,
          bulkId: view.mint('stock'),
          found: [...confirmedTubes, { ...moved, position: slotsOf(view)[1] }],
          missing: [],
        },
      ];
    }),
  'resolve-conflict': (view) =>
    idsIn(view, syncConflict, ({ status }) => status === 'OPEN').flatMap((conflictId) => {
      const row = view.world.one(syncConflict, conflictId);
      const kind = row && conflictKindNamed(row.kind);
      return (['KEEP_A', 'KEEP_B', 'ENTER_VALUE'] as const)
        .filter((choice) => kind?.labels[choice] !== undefined)
        .map((choice) => ({
          conflictId,
          choice,
          value: choice === 'ENTER_VALUE' && row ? entryFor(row) : null,
        }));
    }),
};

/** The arguments of each operation of the bench, by its name; a test fails when one is missing. */
export const OPERATION_ARGS: Readonly<Record<string, Generator>> = {
  ...SAMPLE_ARGS,
  ...BATCH_ARGS,
  ...SECTION_ARGS,
  ...STOCK_ARGS,
  ...LOADING_ARGS,
  ...RECEIVING_ARGS,
};
