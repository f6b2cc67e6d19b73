import { MESSAGES } from '#db/errors/messages.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { nearest } from '#db/values/nearest-word.ts';
import { plainLetters } from '#db/values/plain-letters.ts';
import { isWellName } from '#db/values/plate-well.ts';
import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import type { ManifestFault } from './manifest-fault.ts';
import type { ManifestRow, SpecimenDraft } from './manifest-row.ts';
import { NOT_SAVED, readAmounts, readKind } from './material-cells.ts';
import { momentCell } from './moment-cell.ts';
import { RowReading } from './row-reading.ts';

type Place = Pick<SpecimenDraft, 'shipmentPlateNumber' | 'shipmentPlateLocation'>;

function plateNumber(reading: RowReading): number | null {
  const text = reading.required('shipmentPlateNumber');
  if (text === null) return null;
  const digits = /^(?:plate\s*#?\s*)?0*(\d{1,3})(?:\.0+)?$/i.exec(text)?.[1];
  const number = digits === undefined ? 0 : Number(digits);
  return number >= 1 && number <= 10
    ? number
    : reading.addFault('shipmentPlateNumber', { problem: 'A whole number from 1 to 10.', suggestion: '1' });
}

/** Return the well that was probably meant: `1A` is A1, `A-1` too. */
function closestWell(text: string): string | null {
  const turned = /^0*(\d{1,2})\s*[-:]?\s*([A-H])$/i.exec(text);
  const parted = /^([A-H])\s*[-:_.]\s*0*(\d{1,2})$/i.exec(text);
  const well = turned ? `${turned[2]}${turned[1]}` : parted ? `${parted[1]}${parted[2]}` : '';
  return isWellName(well.toUpperCase()) ? well.toUpperCase() : null;
}

function well(reading: RowReading): string | null {
  const text = reading.required('shipmentPlateLocation');
  if (text === null) return null;
  const name = spellPosition(text);
  if (isWellName(name)) return name;
  return reading.addFault('shipmentPlateLocation', {
    problem: MESSAGES.invalidPlateLocation,
    suggestion: closestWell(text) ?? 'A1 to H12',
    fix: closestWell(text),
  });
}

/** The fault of a well in a list of tubes. */
export const NO_WELLS = 'Tubes have no plate position.';

/** Read the plate and well of a specimen; tubes have none. */
function readPlace(reading: RowReading, { packageType }: ManifestContext): Place {
  if (packageType === 'PLATE')
    return { shipmentPlateNumber: plateNumber(reading), shipmentPlateLocation: well(reading) };
  for (const field of ['shipmentPlateNumber', 'shipmentPlateLocation'] as const)
    if (reading.text(field) !== null)
      reading.addFault(field, {
        problem: NO_WELLS,
        suggestion: 'Leave it empty, or send plates',
        fix: '',
      });
  return { shipmentPlateNumber: null, shipmentPlateLocation: null };
}

type Clinical = Pick<SpecimenDraft, 'patientMrn' | 'patientId' | 'physician' | 'collectedAt'>;

const NONE: Clinical = { patientMrn: null, patientId: null, physician: null, collectedAt: null };

function patient(reading: RowReading, { patients }: ManifestContext) {
  const mrn = reading.required('patientMrn');
  if (mrn === null) return { patientMrn: null, patientId: null };
  const patientId = patients.get(normalizeKey(mrn)) ?? null;
  if (patientId === null)
    // No suggestions here: a similar number belongs to another patient.
    reading.addFault('patientMrn', {
      problem: 'No patient with this MRN.',
      suggestion: 'Enter the patient first, or correct the number',
    });
  return { patientMrn: mrn, patientId };
}

const withoutTitles = (name: string): string =>
  name.replace(/^(dr|prof)\.?\s+/i, '').replace(/,?\s+(m\.?d\.?|d\.?o\.?|ph\.?d\.?|n\.?p\.?|p\.?a\.?)$/i, '');

function physician(reading: RowReading, { clinicians }: ManifestContext): string | null {
  const text = reading.required('physician');
  if (text === null) return null;
  const known = clinicians.get(normalizeKey(text)) ?? clinicians.get(normalizeKey(withoutTitles(text)));
  if (known) return known;
  const near = nearest(normalizeKey(withoutTitles(text)), [...clinicians.keys()]);
  return reading.addFault('physician', {
    problem: 'No verified clinician with this name.',
    suggestion: (near && clinicians.get(near)) ?? 'A clinician whose license is verified',
    fix: (near && clinicians.get(near)) || null,
  });
}

/**
 * Read patient, physician and collection time of a clinical specimen; research specimens do not store them.
 */
function readClinical(reading: RowReading, context: ManifestContext): Clinical {
  if (!context.clinical) {
    for (const field of ['patientMrn', 'physician', 'collectedAt'] as const)
      if (reading.text(field) !== null)
        reading.warn(field, { problem: `Only for clinical services${NOT_SAVED}` });
    return NONE;
  }
  const collected = reading.required('collectedAt');
  const { value, finding } =
    collected === null ? { value: null, finding: null } : momentCell(collected, context);
  if (finding) reading.addFault('collectedAt', finding);
  return { ...patient(reading, context), physician: physician(reading, context), collectedAt: value };
}

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
  const typed = reading.required('customerSampleId');
  const text = typed === null ? null : plainLetters(typed);
  if (text === null || /^[A-Za-z0-9_.-]{1,50}$/.test(text)) return text;
  const fitting = text
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return reading.addFault('customerSampleId', {
    problem: '1 to 50 letters, digits, - _ and . only.',
    suggestion: fitting || 'S-001',
    fix: fitting || null,
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
    fix: fitting.length >= 3 ? fitting : '',
  });
}

/** Check one row by itself: every cell, all errors. */
export function checkRow(source: ManifestRow, context: ManifestContext): CheckedRow {
  const reading = new RowReading(source);
  const customerSampleId = readSampleId(reading);
  const requisitionNumber = readRequisition(reading);
  const place = readPlace(reading, context);
  const kind = readKind(reading, context);
  const amounts = readAmounts(
    reading,
    context,
    kind.providedSpecimenType && kind.providedSpecimenType === 'NUCLEIC_ACID',
  );
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
