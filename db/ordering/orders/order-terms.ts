import { z } from 'zod';

/** How an order is paid and entered. */
export const ORDER_TYPES = ['ONLINE', 'CAMPAIGN', 'PURCHASE_ORDER', 'SALES_ORDER'] as const;
export const OrderType = z.enum(ORDER_TYPES);
export type OrderType = z.infer<typeof OrderType>;

/** The label of each type on screens. */
export const ORDER_TYPE: Record<OrderType, string> = {
  ONLINE: 'Online',
  CAMPAIGN: 'Campaign',
  PURCHASE_ORDER: 'Purchase order',
  SALES_ORDER: 'Sales order',
};

/** The purpose of the work. */
export const ORDER_CLASSIFICATIONS = ['STANDARD', 'REWORK', 'SUPPLEMENTAL'] as const;
export const OrderClassification = z.enum(ORDER_CLASSIFICATIONS);
export type OrderClassification = z.infer<typeof OrderClassification>;

/** The label of each on screens. */
export const ORDER_CLASSIFICATION: Record<OrderClassification, string> = {
  STANDARD: 'Standard',
  REWORK: 'Rework',
  SUPPLEMENTAL: 'Supplemental',
};

/** What happens to the remaining material. */
const POST_SEQUENCE_OPTIONS = ['DESTROY', 'SHIP', 'STORE'] as const;
export const PostSequenceOption = z.enum(POST_SEQUENCE_OPTIONS);
export type PostSequenceOption = z.infer<typeof PostSequenceOption>;

/** The label of each on screens. */
export const POST_SEQUENCE_OPTION: Record<PostSequenceOption, string> = {
  DESTROY: 'Destroy',
  SHIP: 'Ship back',
  STORE: 'Store',
};

/** The storage temperature of a package. */
export const SHIPMENT_TEMPERATURES = ['AMBIENT', 'REFRIGERATED', 'FROZEN', 'DRY_ICE'] as const;
export const ShipmentTemperature = z.enum(SHIPMENT_TEMPERATURES);
export type ShipmentTemperature = z.infer<typeof ShipmentTemperature>;

/** The label of each on screens. */
export const SHIPMENT_TEMPERATURE: Record<ShipmentTemperature, string> = {
  AMBIENT: 'Ambient',
  REFRIGERATED: 'Refrigerated',
  FROZEN: 'Frozen',
  DRY_ICE: 'Dry ice',
};

/** The kind of package that the customer sends. */
export const PACKAGE_TYPES = ['TUBE', 'PLATE'] as const;
export const PackageType = z.enum(PACKAGE_TYPES);
export type PackageType = z.infer<typeof PackageType>;

/** How the customer packs the material, in emails and on packing slips. */
export const PACKING_TEXT: Record<PackageType, string> = {
  TUBE: 'Close each tube, label it with its sample ID and put all tubes upright into a sealed, padded bag. Put the packing slip into the package.',
  PLATE:
    'Seal each plate with foil, write the order number and the plate number on it and keep it flat. Put the packing slip into the package.',
};

/** The label of each on screens. */
export const PACKAGE_TYPE: Record<PackageType, string> = {
  TUBE: 'Tubes',
  PLATE: 'Plates',
};
