import { conflictKindNamed } from '#db/conflict-kinds.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { entryFor } from './conflict-entries.ts';
import { type Args, each, type Generator, idsIn, slotsOf, type View } from './view.ts';

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
export const STOCK_ARGS: Record<string, Generator> = {
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
