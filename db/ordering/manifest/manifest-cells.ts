import { DNA_TYPE } from '#db/specimens/dna-type.ts';
import { SOURCE_SPECIES } from '#db/specimens/source-species.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import type { ManifestCells, SpecimenDraft } from './manifest-row.ts';

/** What of a specimen stands in a manifest. */
export type Listed = Omit<SpecimenDraft, 'row' | 'patientId'>;

/** The cells of a specimen, as a manifest writes them: labels, plain numbers, instants in UTC. */
export function cellsOf(listed: Listed): ManifestCells {
  return {
    customerSampleId: listed.customerSampleId,
    requisitionNumber: listed.requisitionNumber ?? '',
    shipmentPlateNumber: listed.shipmentPlateNumber === null ? '' : String(listed.shipmentPlateNumber),
    shipmentPlateLocation: listed.shipmentPlateLocation ?? '',
    providedSourceSpecies: SOURCE_SPECIES[listed.providedSourceSpecies],
    otherSpeciesText: listed.otherSpeciesText ?? '',
    providedSpecimenType: SPECIMEN_TYPE[listed.providedSpecimenType],
    otherSpecimenTypeText: listed.otherSpecimenTypeText ?? '',
    providedDnaType: listed.providedDnaType === null ? '' : DNA_TYPE[listed.providedDnaType],
    providedExtractionKit: listed.providedExtractionKit ?? '',
    providedElutionMedium: listed.providedElutionMedium ?? '',
    providedConcentration: listed.providedConcentration ?? '',
    providedVolume: listed.providedVolume ?? '',
    patientMrn: listed.patientMrn ?? '',
    physician: listed.physician ?? '',
    collectedAt: listed.collectedAt ?? '',
    notes: listed.notes ?? '',
  };
}

/** A saved specimen as it stands in a manifest; its first note is kept beside it. */
export const listedOf = (row: Specimen, notes: string | null): Listed => ({
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
