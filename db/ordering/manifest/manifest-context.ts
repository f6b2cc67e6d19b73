import type { Protocol } from '#db/protocols/protocol.ts';
import type { PackageType } from '../package-type.ts';
import type { ExistingSpecimen } from './manifest-fault.ts';

/** What of a protocol decides about a row. */
export type AcceptedMaterial = Pick<
  Protocol,
  | 'acceptedSpecimenTypes'
  | 'acceptedDnaTypes'
  | 'acceptedSpecies'
  | 'minConcentration'
  | 'minVolume'
  | 'minMass'
>;

/** What a manifest is checked against. Names and numbers are compared by `lookUpKey`. */
export interface ManifestContext {
  protocol: AcceptedMaterial;
  packageType: PackageType;
  clinical: boolean;
  /** Now, and the time zone in which dates without one are read. */
  now: string;
  timeZone: string;
  /** Patients of the medical group: id by MRN. */
  patients: ReadonlyMap<string, string>;
  /** Verified clinicians: the name as it is printed, by name and by NPI. */
  clinicians: ReadonlyMap<string, string>;
  /** Requisition numbers of the business entity that belong to another specimen. */
  requisitionsInUse: ReadonlySet<string>;
  /** Rows of the order that stay beside those of the file: none when the file replaces them. */
  staying: readonly StayingRow[];
  /** Specimens of earlier orders of the company by their sample ID. */
  earlier: ReadonlyMap<string, ExistingSpecimen>;
}

/** A row of the order that stays. */
export interface StayingRow {
  customerSampleId: string;
  requisitionNumber: string;
  shipmentPlateNumber: number | null;
  shipmentPlateLocation: string | null;
}

/** The key under which names and numbers are looked up. */
export const normalizeKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase();
