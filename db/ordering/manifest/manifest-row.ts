import { z } from 'zod';
import type { DnaType } from '#db/specimens/dna-type.ts';
import type { SourceSpecies } from '#db/specimens/source-species.ts';
import type { SpecimenType } from '#db/specimens/specimen-type.ts';
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
