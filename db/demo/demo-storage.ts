import { STORAGE_TYPE, type StorageType, storageManagement } from '#db/storage/storage-management.ts';
import { putBarcode } from './demo-inventory.ts';
import type { DemoWorld } from './demo-world.ts';

/** The locations of the demo's samples. */
export interface DemoStorage {
  coldRoom: string;
  /** 9 × 9 boxes of the −80 °C freezers, in rack order. */
  boxes: readonly string[];
  quarantineBox: string;
  plateRack: string;
  bench: string;
}

interface Place {
  type: StorageType;
  name: string;
  code: string;
  parent: string | null;
  position?: string;
  temperature?: string;
  quarantine?: boolean;
  rows?: number;
  columns?: number;
}

function putPlace(demo: DemoWorld, place: Place): string {
  const id = demo.id();
  const value = place.code;
  const grid = STORAGE_TYPE[place.type];
  demo.putLabRow(storageManagement, {
    id,
    type: place.type,
    name: place.name,
    barcodeId: putBarcode(demo.home, value, 'STORAGE', id),
    barcode: value,
    parentId: place.parent,
    positionInParent: place.position ?? null,
    rows: place.rows ?? grid.rows,
    columns: place.columns ?? grid.columns,
    temperature: place.temperature ?? null,
    restrictedTo: [],
    status: 'ACTIVE',
    quarantine: place.quarantine ?? false,
  });
  return id;
}

/**
 * Insert a site with two rooms, freezers, shelves, racks and boxes, a quarantine box, and the two end
 * locations.
 */
export function putStorage(demo: DemoWorld): DemoStorage {
  const site = putPlace(demo, { type: 'SITE', name: 'Main laboratory', code: 'SITE-1', parent: null });
  const wetLab = putPlace(demo, { type: 'ROOM', name: 'Wet lab', code: 'ROOM-WET', parent: site });
  const cold = putPlace(demo, { type: 'ROOM', name: 'Cold room', code: 'ROOM-COLD', parent: site });
  const bench = putPlace(demo, { type: 'BENCH', name: 'Bench 1', code: 'BENCH-1', parent: wetLab });
  const boxes = [...putFreezer(demo, cold, 1), ...putFreezer(demo, cold, 2)];
  const fridge = putPlace(demo, {
    type: 'REFRIGERATOR',
    name: 'Refrigerator 1',
    code: 'FRIDGE-1',
    parent: wetLab,
    temperature: '4',
  });
  const shelf = putPlace(demo, { type: 'SHELF', name: 'Shelf A', code: 'FRIDGE-1-A', parent: fridge });
  const plateRack = putPlace(demo, {
    type: 'RACK',
    name: 'Plate rack',
    code: 'RACK-PLATES',
    parent: shelf,
    rows: 2,
    columns: 4,
  });
  const quarantineBox = putPlace(demo, {
    type: 'BOX',
    name: 'Quarantine box',
    code: 'BOX-Q1',
    parent: shelf,
    quarantine: true,
  });
  putPlace(demo, { type: 'DISPOSED', name: 'Disposed', code: 'DISPOSED', parent: null });
  putPlace(demo, { type: 'SENT_TO_CLIENT', name: 'Sent to client', code: 'SENT', parent: null });
  return { coldRoom: cold, boxes, quarantineBox, plateRack, bench };
}

/** Insert one more freezer in the cold room of the lab, for the samples of another business entity. */
export const putThirdFreezer = (demo: DemoWorld, storage: DemoStorage): DemoStorage => ({
  ...storage,
  boxes: putFreezer(demo, storage.coldRoom, 3),
});

function putFreezer(demo: DemoWorld, room: string, n: number): string[] {
  const code = `FRZ-${n}`;
  const freezer = putPlace(demo, {
    type: 'FREEZER',
    name: `Freezer ${n}`,
    code,
    parent: room,
    temperature: '-80',
  });
  return ['A', 'B'].flatMap((shelfLetter) => {
    const shelf = putPlace(demo, {
      type: 'SHELF',
      name: `Shelf ${shelfLetter}`,
      code: `${code}-${shelfLetter}`,
      parent: freezer,
    });
    const rack = putPlace(demo, {
      type: 'RACK',
      name: `Rack ${shelfLetter}1`,
      code: `${code}-${shelfLetter}1`,
      parent: shelf,
      rows: 2,
      columns: 2,
    });
    return ['A1', 'A2', 'B1'].map((position, index) => {
      const number = (n - 1) * 6 + (shelfLetter === 'A' ? 0 : 3) + index + 1;
      const padded = String(number).padStart(2, '0');
      return putPlace(demo, {
        type: 'BOX',
        name: `Box ${padded}`,
        code: `BOX-${padded}`,
        parent: rack,
        position,
      });
    });
  });
}
