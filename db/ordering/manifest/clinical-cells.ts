import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import type { SpecimenDraft } from './manifest-row.ts';
import { momentCell } from './moment-cell.ts';
import { nearest } from './nearest.ts';
import type { RowReading } from './row-reading.ts';

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
  });
}

/**
 * Read patient, physician and collection time of a clinical specimen; research specimens do not store them.
 */
export function readClinical(reading: RowReading, context: ManifestContext): Clinical {
  if (!context.clinical) {
    for (const field of ['patientMrn', 'physician', 'collectedAt'] as const)
      if (reading.text(field) !== null)
        reading.warn(field, { problem: 'Only for clinical services; it will not be kept.' });
    return NONE;
  }
  const collected = reading.required('collectedAt');
  const { value, finding } =
    collected === null ? { value: null, finding: null } : momentCell(collected, context);
  if (finding) reading.addFault('collectedAt', finding);
  return { ...patient(reading, context), physician: physician(reading, context), collectedAt: value };
}
