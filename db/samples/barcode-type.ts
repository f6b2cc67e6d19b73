import { z } from 'zod';

/** The kinds of thing that a code identifies. */
const BARCODE_TYPES = [
  'ORDER',
  'REQUISITION',
  'SPECIMEN',
  'SAMPLE',
  'PLATE',
  'STORAGE',
  'INVENTORY_ITEM',
  'EQUIPMENT',
  'SEQUENCER',
  'FLOW_CELL',
  'DNA_BARCODE',
  'SHIPMENT',
  'USER_BADGE',
] as const;
export const BarcodeType = z.enum(BARCODE_TYPES);
export type BarcodeType = z.infer<typeof BarcodeType>;

/** The screen text of each type. */
export const BARCODE_TYPE: Record<BarcodeType, string> = {
  ORDER: 'Order',
  REQUISITION: 'Requisition',
  SPECIMEN: 'Specimen',
  SAMPLE: 'Sample',
  PLATE: 'Plate',
  STORAGE: 'Storage',
  INVENTORY_ITEM: 'Inventory item',
  EQUIPMENT: 'Equipment',
  SEQUENCER: 'Sequencer',
  FLOW_CELL: 'Flow cell',
  DNA_BARCODE: 'DNA barcode',
  SHIPMENT: 'Shipment',
  USER_BADGE: 'User badge',
};
