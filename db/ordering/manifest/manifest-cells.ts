import { DNA_TYPE } from '#db/specimens/dna-type.ts';
import { SOURCE_SPECIES } from '#db/specimens/source-species.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import type { ManifestCells, SpecimenDraft } from './manifest-row.ts';

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
