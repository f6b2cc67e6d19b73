import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { SHIPMENT_TEMPERATURE, type ShipmentTemperature } from '#db/ordering/orders/order-terms.ts';
import { PasswordProof } from '#db/protocols/signing/password-proof.ts';
import { DiscrepancyType } from '#db/specimens/discrepancies/discrepancy.ts';
import { decimal, instant, longText, requiredText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { ACCESSION_GROUP_NUMBER, SAMPLE_BARCODE, SPECIMEN_JULIAN_ID } from '#db/values/julian-date.ts';
import { WellName } from '#db/values/plate-well.ts';
import { CoolantState, PackageCondition } from './accession-group.ts';

/** What a person can find wrong with a received tube or well; material that did not arrive is MISSING. */
export const ReceiptDiscrepancy = DiscrepancyType.exclude(['MISSING']);
export type ReceiptDiscrepancy = z.infer<typeof ReceiptDiscrepancy>;

/** Most photos of one tube, well or package. */
export const MAX_PHOTOS = 10;
const Photos = z.array(Id).max(MAX_PHOTOS);

const label = {
  sampleId: Id,
  julianId: z.string().regex(SPECIMEN_JULIAN_ID),
  sampleBarcodeId: Id,
  sampleBarcode: z.string().regex(SAMPLE_BARCODE),
};

/** One received tube; without a specimen it is unexpected. */
export const AccessionTube = z.strictObject({
  ...label,
  specimenId: Id.nullable(),
  /** The customer's code on the tube. */
  scannedCode: z.string().max(200).nullable(),
  occurredAt: instant,
  estimatedVolume: decimal.nullable(),
  condition: z.enum(['NONE', ...ReceiptDiscrepancy.options]),
  secondIdentifierConfirmed: z.boolean(),
  containerId: Id.nullable(),
  position: z.string().min(1).max(8).nullable(),
  note: longText.nullable(),
  /** Photos of its problem; the device mints their ids and sends them when it can. */
  photoFileIds: Photos.optional(),
});
export type AccessionTube = z.infer<typeof AccessionTube>;

/** One occupied or expected well of a customer's plate. */
const AccessionWell = z.strictObject({
  ...label,
  well: WellName,
  specimenId: Id.nullable(),
  exception: ReceiptDiscrepancy.nullable(),
});

/** One customer plate with its accepted wells and their exceptions. */
export const AccessionPlate = z.strictObject({
  orderId: Id,
  shipmentPlateNumber: z.int().min(1),
  plateBarcode: z.string().max(200).nullable(),
  a1CornerSeen: z.boolean(),
  rotated: z.boolean(),
  /** A note on the plate and its exceptions; each discrepancy repeats it. */
  note: longText.optional(),
  photoFileIds: Photos.optional(),
  wells: z.array(AccessionWell).max(96),
});
export type AccessionPlate = z.infer<typeof AccessionPlate>;

/** A whole receiving session, as it was signed. */
export const AccessionArgs = z.strictObject({
  accessionGroupId: Id,
  groupNumber: z.string().regex(ACCESSION_GROUP_NUMBER),
  orderIds: z.array(Id).max(200),
  trackingNumber: z.string().max(200).nullable(),
  packageCondition: PackageCondition,
  packageTemperature: decimal.nullable(),
  coolantState: CoolantState.nullable(),
  packageCount: z.int().min(0).max(1000),
  packageNote: longText.nullable(),
  photoFileIds: z.array(Id).max(50).default([]),
  tubes: z.array(AccessionTube).max(1000),
  plates: z.array(AccessionPlate).max(10),
  /** The missing specimens in the signed summary; null derives them from the orders. */
  missingSpecimenIds: z.array(Id).max(2000).nullable().default(null),
  signature: z.strictObject({
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    proof: z.string().min(1).max(4000),
    passwordProof: PasswordProof.optional(),
    /** Sent by older devices and ignored: the operation and the person determine the printed words. */
    meaning: requiredText.optional(),
    printedName: requiredText.optional(),
  }),
});
export type AccessionArgs = z.infer<typeof AccessionArgs>;

/** The allowed temperatures of a package in transit, in °C; null is no limit on that side. */
const RANGE: Record<ShipmentTemperature, { from: number | null; to: number | null }> = {
  AMBIENT: { from: 15, to: 30 },
  REFRIGERATED: { from: 2, to: 8 },
  FROZEN: { from: null, to: -15 },
  DRY_ICE: { from: null, to: -60 },
};

/** Format the range: `Refrigerated, 2 to 8 °C`. */
export function rangeText(requiredTemperature: ShipmentTemperature): string {
  const { from, to } = RANGE[requiredTemperature];
  const degrees = from === null ? `${to} °C or colder` : `${from} to ${to} °C`;
  return `${SHIPMENT_TEMPERATURE[requiredTemperature]}, ${degrees}`;
}

/** Compare the temperature on arrival with the required range: too warm, too cold, or null (domain 5.3). */
export function excursionOf(
  temperature: string | null,
  requiredTemperature: ShipmentTemperature | null,
): string | null {
  if (temperature === null || requiredTemperature === null) return null;
  const { from, to } = RANGE[requiredTemperature];
  const measured = new Decimal(temperature);
  if (to !== null && measured.gt(to))
    return `${temperature} °C is too warm: ${rangeText(requiredTemperature)}.`;
  if (from !== null && measured.lt(from))
    return `${temperature} °C is too cold: ${rangeText(requiredTemperature)}.`;
  return null;
}
