import { z } from 'zod';
import type { Specimen } from '#db/specimens/specimen.ts';
import {
  DNA_TYPE,
  type DnaType,
  SOURCE_SPECIES,
  type SourceSpecies,
  SPECIMEN_TYPE,
  type SpecimenType,
} from '#db/specimens/specimen-material.ts';
import { MANIFEST_FIELDS } from './manifest-columns.ts';

const Cells = z.partialRecord(z.enum(MANIFEST_FIELDS), z.string().max(2_000));

/** The cells of a row by field, as text; a missing field is an empty cell. */
export type ManifestCells = z.infer<typeof Cells>;

/** One row as written, with its number in the file (or in the table on the screen). */
export const ManifestRow = z.strictObject({ row: z.int().min(1).max(2_000_000), cells: Cells });
export type ManifestRow = z.infer<typeof ManifestRow>;

/** A row without errors, which becomes a specimen. */
export interface SpecimenDraft {
  row: number;
  customerSampleId: string;
  requisitionNumber: string | null;
  shipmentPlateNumber: number | null;
  shipmentPlateLocation: string | null;
  providedSourceSpecies: SourceSpecies;
  otherSpeciesText: string | null;
  providedSpecimenType: SpecimenType;
  otherSpecimenTypeText: string | null;
  providedDnaType: DnaType | null;
  providedExtractionKit: string | null;
  providedElutionMedium: string | null;
  providedConcentration: string | null;
  providedVolume: string | null;
  patientMrn: string | null;
  patientId: string | null;
  physician: string | null;
  collectedAt: string | null;
  notes: string | null;
}

/** The fields of a specimen in a manifest. */
export type ListedSpecimen = Omit<SpecimenDraft, 'row' | 'patientId'>;

/** Return the cells of a specimen as a manifest writes them: labels, plain numbers, instants in UTC. */
export function cellsOf(specimen: ListedSpecimen): ManifestCells {
  return {
    customerSampleId: specimen.customerSampleId,
    requisitionNumber: specimen.requisitionNumber ?? '',
    shipmentPlateNumber: specimen.shipmentPlateNumber === null ? '' : String(specimen.shipmentPlateNumber),
    shipmentPlateLocation: specimen.shipmentPlateLocation ?? '',
    providedSourceSpecies: SOURCE_SPECIES[specimen.providedSourceSpecies],
    otherSpeciesText: specimen.otherSpeciesText ?? '',
    providedSpecimenType: SPECIMEN_TYPE[specimen.providedSpecimenType],
    otherSpecimenTypeText: specimen.otherSpecimenTypeText ?? '',
    providedDnaType: specimen.providedDnaType === null ? '' : DNA_TYPE[specimen.providedDnaType],
    providedExtractionKit: specimen.providedExtractionKit ?? '',
    providedElutionMedium: specimen.providedElutionMedium ?? '',
    providedConcentration: specimen.providedConcentration ?? '',
    providedVolume: specimen.providedVolume ?? '',
    patientMrn: specimen.patientMrn ?? '',
    physician: specimen.physician ?? '',
    collectedAt: specimen.collectedAt ?? '',
    notes: specimen.notes ?? '',
  };
}

/** Return a saved specimen as a manifest row; its first note is stored separately. */
export const listedOf = (row: Specimen, notes: string | null): ListedSpecimen => ({
  customerSampleId: row.customerSampleId,
  requisitionNumber: row.requisitionNumber,
  shipmentPlateNumber: row.shipmentPlateNumber,
  shipmentPlateLocation: row.shipmentPlateLocation,
  providedSourceSpecies: row.providedSourceSpecies,
  otherSpeciesText: row.otherSpeciesText,
  providedSpecimenType: row.providedSpecimenType,
  otherSpecimenTypeText: row.otherSpecimenTypeText,
  providedDnaType: row.providedDnaType,
  providedExtractionKit: row.providedExtractionKit,
  providedElutionMedium: row.providedElutionMedium,
  providedConcentration: row.providedConcentration,
  providedVolume: row.providedVolume,
  patientMrn: row.patientMrn,
  physician: row.physician,
  collectedAt: row.collectedAt,
  notes,
});
