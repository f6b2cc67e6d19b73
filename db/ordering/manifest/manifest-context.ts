import type { PackageType } from '#db/ordering/orders/order-terms.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import type { ExistingSpecimen } from './manifest-fault.ts';

/** The properties of a protocol that decide about a row. */
export type AcceptedMaterial = Pick<
  Protocol,
  | 'acceptedSpecimenTypes'
  | 'acceptedDnaTypes'
  | 'acceptedSpecies'
  | 'minConcentration'
  | 'minVolume'
  | 'minMass'
>;

/** The data for checking a manifest. Names and numbers are compared by `lookUpKey`. */
export interface ManifestContext {
  protocol: AcceptedMaterial;
  packageType: PackageType;
  clinical: boolean;
  /** The present time, and the time zone of dates without one. */
  now: string;
  timeZone: string;
  /** Patients of the medical group: id by MRN. */
  patients: ReadonlyMap<string, string>;
  /** Verified clinicians: the printed name, by name and by NPI. */
  clinicians: ReadonlyMap<string, string>;
  /** Requisition numbers of the business entity that belong to another specimen. */
  requisitionsInUse: ReadonlySet<string>;
  /** Rows of the order that stay beside those of the file: none when the file replaces them. */
  staying: readonly StayingRow[];
  /** Specimens of earlier orders of the company by their sample ID. */
  earlier: ReadonlyMap<string, ExistingSpecimen>;
}

/** A row of the order that stays. */
interface StayingRow {
  customerSampleId: string;
  requisitionNumber: string;
  shipmentPlateNumber: number | null;
  shipmentPlateLocation: string | null;
}

/** Return the lookup key of a name or number. */
export const normalizeKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase();
