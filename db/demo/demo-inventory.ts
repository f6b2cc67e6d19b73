import type { Row } from '../entity.ts';
import { certification } from '../inventory/certification.ts';
import { equipment } from '../inventory/equipment.ts';
import { inventoryItem } from '../inventory/inventory-item.ts';
import { inventoryType } from '../inventory/inventory-type.ts';
import { measurementUnit } from '../inventory/measurement-unit.ts';
import { barcode } from '../samples/barcode.ts';
import type { DemoWorld } from './demo-world.ts';

const UNITS = [
  ['Nanogram', 'ng', 'MASS', '1', true],
  ['Microlitre', 'µL', 'VOLUME', '1', true],
  ['Nanogram per microlitre', 'ng/µL', 'CONCENTRATION', '1', true],
  ['Nanomolar', 'nM', 'MOLARITY', '1', true],
  ['Femtomole', 'fmol', 'AMOUNT', '1', true],
  ['Base pair', 'bp', 'LENGTH', '1', true],
  ['Degree Celsius', '°C', 'TEMPERATURE', '1', true],
  ['Minute', 'min', 'TIME', '1', true],
  ['Each', 'each', 'COUNT', '1', true],
] as const;

const TYPES = [
  ['lysis', 'Lysis buffer AL', 'REAGENT', 'Qiagen', '19075', '20'],
  ['beads', 'Magnetic beads', 'REAGENT', 'Omega Bio-tek', 'M1378', '4'],
  ['qubit', 'Qubit dsDNA BR assay', 'KIT', 'Thermo Fisher', 'Q32853', '20'],
  ['ligation', 'Ligation sequencing kit V14', 'KIT', 'Oxford Nanopore', 'SQK-LSK114', '-20'],
  ['barcoding', 'Native barcoding kit 96', 'KIT', 'Oxford Nanopore', 'SQK-NBD114.96', '-20'],
  ['flowcell', 'PromethION flow cell R10.4.1', 'FLOW_CELL', 'Oxford Nanopore', 'FLO-PRO114M', '4'],
  ['control', 'Lambda DNA control', 'CONTROL', 'New England Biolabs', 'N3011', '-20'],
] as const;

export type DemoInventoryType = (typeof TYPES)[number][0];

/** Ids of the rows that procedures refer to. */
export interface DemoInventory {
  unit(symbol: (typeof UNITS)[number][1]): string;
  type(name: DemoInventoryType): string;
}

/**
 * Insert units, reagent types and lots (one expired, one quarantined), and equipment (one out of
 * calibration).
 */
export function putInventory(demo: DemoWorld): DemoInventory {
  const units = new Map<string, string>();
  for (const [name, symbol, unitType, factorToBase, isBase] of UNITS) {
    const id = demo.id();
    units.set(symbol, id);
    demo.putRow(measurementUnit, { id, name, symbol, unitType, factorToBase, isBase });
  }
  const types = new Map<string, string>();
  for (const [key, name, category, vendor, catalogNumber, storageTemperature] of TYPES) {
    const id = demo.id();
    types.set(key, id);
    const unitOf = category === 'REAGENT' || category === 'CONTROL' ? 'µL' : 'each';
    demo.putRow(inventoryType, {
      id,
      name,
      category,
      vendor,
      catalogNumber,
      measurementUnitId: units.get(unitOf) ?? '',
      unitsPerItem: unitOf === 'µL' ? '50000' : '96',
      reorderPoint: unitOf === 'µL' ? '10000' : '24',
      storageTemperature,
      shelfLifeAfterOpening: key === 'qubit' ? 6 : null,
      shelfLifeInterval: key === 'qubit' ? 'MONTH' : null,
      requiresQc: key === 'flowcell',
    });
    putLots(demo, key, id, unitOf === 'µL' ? '50000' : '96');
  }
  putOtherLots(demo, types);
  putEquipment(demo);
  return { unit: (symbol) => units.get(symbol) ?? '', type: (name) => types.get(name) ?? '' };
}

function putLots(demo: DemoWorld, key: string, inventoryTypeId: string, quantity: string): void {
  const lotPrefix = key.slice(0, 3).toUpperCase();
  const lots = [
    { lotNumber: `${lotPrefix}2611A`, expires: 300, quarantined: false },
    { lotNumber: `${lotPrefix}2609B`, expires: key === 'lysis' ? -12 : 120, quarantined: key === 'beads' },
  ];
  for (const lot of lots) {
    const id = demo.id();
    const value = demo.code(`${lotPrefix}-${lot.lotNumber}`);
    const barcodeId = putBarcode(demo, value, 'INVENTORY_ITEM', id);
    demo.putRow(inventoryItem, {
      id,
      inventoryTypeId,
      status: 'RECEIVED',
      lotNumber: lot.lotNumber,
      barcodeId,
      barcode: value,
      quantity,
      remaining: quantity,
      receivedAt: demo.ago(30),
      expirationDate: demo.day(lot.expires),
      quarantined: lot.quarantined,
      qcPassed: true,
    });
  }
}

/**
 * Insert, in addition to the refrigerators' contents, two awaited deliveries and a lot that was discarded
 * this morning.
 */
function putOtherLots(demo: DemoWorld, types: ReadonlyMap<string, string>): void {
  const manager = demo.actor('LAB_MANAGER').userId;
  const putType = (key: DemoInventoryType, code: string, more: Partial<Row<typeof inventoryItem>>): void => {
    const id = demo.id();
    const value = demo.code(code);
    const newLot = demo.putRow(inventoryItem, {
      status: 'ORDERED',
      quarantined: false,
      ...more,
      id,
      inventoryTypeId: types.get(key) ?? '',
      barcodeId: putBarcode(demo, value, 'INVENTORY_ITEM', id),
      barcode: value,
    });
    // Old used-up lots leave devices; this one was used up today.
    if (newLot.usedAt) demo.world.putRow(inventoryItem, { ...newLot, updatedAt: newLot.usedAt });
  };
  const ordered = { orderedAt: demo.ago(4), orderedById: manager };
  putType('ligation', 'LIG-ORDERED-1', { ...ordered, quantity: '96', purchaseOrderNumber: 'LAB-2041' });
  putType('flowcell', 'FLO-ORDERED-1', { ...ordered, quantity: '1', purchaseOrderNumber: 'LAB-2042' });
  putType('control', 'CON-CON2605Z', {
    status: 'USED',
    lotNumber: 'CON2605Z',
    quantity: '50000',
    remaining: '12000',
    receivedAt: demo.ago(80),
    openedAt: demo.ago(35),
    usedAt: demo.ago(0.1),
    expirationDate: demo.day(40),
    disposalReason: 'The tube stood open overnight.',
  });
}

const EQUIPMENT = [
  ['Thermal cycler 1', 'Thermal cycler', 'EQ-TC-01', 200],
  ['Thermal cycler 2', 'Thermal cycler', 'EQ-TC-02', -20],
  ['Qubit 4', 'Fluorometer', 'EQ-QB-01', 150],
  ['Pipette P20', 'Pipette', 'EQ-P20-07', 90],
  ['Magnetic stand 96', 'Magnetic stand', 'EQ-MS-01', 365],
  ['TapeStation 4200', 'Fragment analyser', 'EQ-TS-01', 60],
] as const;

// Negative days: the certificate has expired, so the instrument is out of calibration.
function putEquipment(demo: DemoWorld): void {
  for (const [name, type, code, expires] of EQUIPMENT) {
    const id = demo.id();
    const barcodeId = putBarcode(demo, demo.code(code), 'EQUIPMENT', id);
    demo.putRow(equipment, {
      id,
      name,
      type,
      manufacturer: null,
      serialNumber: `SN-${demo.entity}-${code}`,
      barcodeId,
      barcode: demo.code(code),
      status: 'ACTIVE',
      certificationInterval: 12,
      certificationIntervalUnit: 'MONTH',
      installedOn: demo.day(-700),
    });
    demo.putRow(certification, {
      id: demo.id(),
      equipmentId: id,
      type: 'CALIBRATION',
      performedOn: demo.day(expires - 365),
      performedBy: 'Metrology services',
      expiresOn: demo.day(expires),
      result: 'PASS',
    });
  }
}

/** Insert an active printed barcode for a row. */
export function putBarcode(
  demo: DemoWorld,
  value: string,
  type: Row<typeof barcode>['type'],
  targetId: string,
): string {
  const id = demo.id();
  demo.putRow(barcode, { id, value, type, targetId, active: true });
  return id;
}
