import type { PackageType } from '#db/ordering/orders/order-terms.ts';

/** How the customer packs the material, in emails and on packing slips. */
export const PACKING_TEXT: Record<PackageType, string> = {
  TUBE: 'Close each tube, label it with its sample ID and put all tubes upright into a sealed, padded bag. Put the packing slip into the package.',
  PLATE:
    'Seal each plate with foil, write the order number and the plate number on it and keep it flat. Put the packing slip into the package.',
};
