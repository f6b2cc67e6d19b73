import { readClinical } from './clinical-cells.ts';
import type { ManifestContext } from './manifest-context.ts';
import type { ManifestFault } from './manifest-fault.ts';
import type { ManifestRow, SpecimenDraft } from './manifest-row.ts';
import { readAmounts, readKind } from './material-cells.ts';
import { readPlace } from './place-cells.ts';
import { RowReading } from './row-reading.ts';

/** The result of checking one row; names are kept even of rows with errors, to find duplicates. */
export interface CheckedRow {
  row: number;
  source: ManifestRow;
  draft: SpecimenDraft | null;
  sampleId: string | null;
  requisitionNumber: string | null;
  plate: number | null;
  well: string | null;
  faults: ManifestFault[];
  warnings: ManifestFault[];
}

function readSampleId(reading: RowReading): string | null {
  const text = reading.required('customerSampleId');
  if (text === null || /^[A-Za-z0-9_.-]{1,50}$/.test(text)) return text;
  const fitting = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return reading.addFault('customerSampleId', {
    problem: '1 to 50 letters, digits, - _ and . only.',
    suggestion: fitting || 'S-001',
  });
}

function readRequisition(reading: RowReading): string | null {
  const text = reading.text('requisitionNumber');
  if (text === null || /^[A-Z0-9-]{3,32}$/.test(text)) return text;
  const fitting = text
    .toUpperCase()
    .replace(/[^A-Z0-9-]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '');
  return reading.addFault('requisitionNumber', {
    problem: '3 to 32 capital letters, digits and - only.',
    suggestion: fitting.length >= 3 ? fitting : 'Leave it empty and we number the row',
  });
}

/** Check one row by itself: every cell, all errors. */
export function checkRow(source: ManifestRow, context: ManifestContext): CheckedRow {
  const reading = new RowReading(source);
  const customerSampleId = readSampleId(reading);
  const requisitionNumber = readRequisition(reading);
  const place = readPlace(reading, context);
  const kind = readKind(reading, context);
  const amounts = readAmounts(reading, context, kind.providedSpecimenType === 'NUCLEIC_ACID');
  const clinical = readClinical(reading, context);
  const notes = reading.limited('notes', 1_000);
  const { providedSourceSpecies, providedSpecimenType } = kind;
  const complete =
    reading.faults.length === 0 &&
    customerSampleId !== null &&
    providedSourceSpecies !== null &&
    providedSpecimenType !== null;
  return {
    row: source.row,
    source,
    draft: complete
      ? {
          row: source.row,
          customerSampleId,
          requisitionNumber,
          ...place,
          ...kind,
          providedSourceSpecies,
          providedSpecimenType,
          ...amounts,
          ...clinical,
          notes,
        }
      : null,
    sampleId: customerSampleId,
    requisitionNumber,
    plate: place.shipmentPlateNumber,
    well: place.shipmentPlateLocation,
    faults: reading.faults,
    warnings: reading.warnings,
  };
}
