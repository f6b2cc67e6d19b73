/** The fields of a specimen in a manifest, in column order. */
export const MANIFEST_FIELDS = [
  'customerSampleId',
  'requisitionNumber',
  'shipmentPlateNumber',
  'shipmentPlateLocation',
  'providedSourceSpecies',
  'otherSpeciesText',
  'providedSpecimenType',
  'otherSpecimenTypeText',
  'providedDnaType',
  'providedExtractionKit',
  'providedElutionMedium',
  'providedConcentration',
  'providedVolume',
  'patientMrn',
  'physician',
  'collectedAt',
  'notes',
] as const;
export type ManifestField = (typeof MANIFEST_FIELDS)[number];

/** When a cell is required. */
type ColumnRequirement =
  | 'always'
  | 'plate'
  | 'nucleic acid'
  | 'clinical'
  | 'other species'
  | 'other type'
  | 'never';

/** One column of the manifest (domain 6.3). */
export interface ManifestColumn {
  field: ManifestField;
  header: string;
  /** Other accepted headers; compared without case, spaces and signs. */
  alsoCalled: readonly string[];
  /** Units allowed in the header or after the number; the first one is stored. */
  units: readonly string[];
  needed: ColumnRequirement;
  /** The expected content of the column, for the template and beside an empty cell. */
  hint: string;
  width: number;
}

const column = (
  field: ManifestField,
  header: string,
  requirement: ColumnRequirement,
  hint: string,
  more: { alsoCalled?: readonly string[]; units?: readonly string[]; width?: number } = {},
): ManifestColumn => ({
  field,
  header,
  needed: requirement,
  hint,
  alsoCalled: more.alsoCalled ?? [],
  units: more.units ?? [],
  width: more.width ?? 18,
});

const CONCENTRATION_UNITS = ['ng/µL', 'ng/ul', 'ng/microliter', 'ng per ul', 'µg/mL', 'ug/ml', 'mg/L'];
const VOLUME_UNITS = ['µL', 'ul', 'microliter', 'microliters'];

/** Every column that a manifest may have. */
export const MANIFEST_COLUMNS: readonly ManifestColumn[] = [
  column('customerSampleId', 'Sample ID', 'always', 'Your own name: 1 to 50 letters, digits, - _ and .', {
    alsoCalled: ['Sample Name', 'Sample', 'Customer Sample ID', 'Your Sample ID', 'Supplier Sample Name'],
    width: 22,
  }),
  column('requisitionNumber', 'Requisition Number', 'never', 'Leave empty and we number the rows', {
    alsoCalled: ['Requisition', 'Requisition No', 'Requisition ID', 'Req Number'],
    width: 22,
  }),
  column('shipmentPlateNumber', 'Plate Number', 'plate', '1 to 10', {
    alsoCalled: ['Plate', 'Plate No', 'Plate #', 'Shipment Plate Number'],
    width: 14,
  }),
  column('shipmentPlateLocation', 'Plate Position', 'plate', 'A1 to H12', {
    alsoCalled: ['Well', 'Well Position', 'Plate Well', 'Plate Location', 'Position', 'Well ID'],
    width: 14,
  }),
  column('providedSourceSpecies', 'Source Species', 'always', 'Choose from the list', {
    alsoCalled: ['Species', 'Organism', 'Source Organism'],
    width: 24,
  }),
  column('otherSpeciesText', 'Other Species', 'other species', 'Which, when the species is Other', {
    alsoCalled: ['Other Species Text', 'Species Other'],
  }),
  column('providedSpecimenType', 'Specimen Type', 'always', 'Choose from the list', {
    alsoCalled: ['Sample Type', 'Material', 'Source Material', 'Specimen'],
    width: 22,
  }),
  column('otherSpecimenTypeText', 'Other Specimen Type', 'other type', 'Which, when the type is Other', {
    alsoCalled: ['Other Specimen Type Text', 'Specimen Type Other', 'Other Type'],
  }),
  column('providedDnaType', 'DNA Type', 'nucleic acid', 'Choose from the list', {
    alsoCalled: ['Nucleic Acid Type', 'DNA/RNA Type'],
  }),
  column(
    'providedExtractionKit',
    'Extraction Kit',
    'nucleic acid',
    'Name of the kit, at most 100 characters',
    {
      alsoCalled: ['Kit', 'Extraction Method'],
    },
  ),
  column('providedElutionMedium', 'Elution Medium', 'nucleic acid', 'For example EB or water', {
    alsoCalled: ['Elution Buffer', 'Buffer', 'Elution'],
  }),
  column('providedConcentration', 'Concentration (ng/µL)', 'nucleic acid', 'A number above 0', {
    alsoCalled: ['Conc', 'Sample Concentration'],
    units: CONCENTRATION_UNITS,
  }),
  column('providedVolume', 'Volume (µL)', 'nucleic acid', 'A number above 0', {
    alsoCalled: ['Vol', 'Sample Volume'],
    units: VOLUME_UNITS,
    width: 14,
  }),
  column('patientMrn', 'Patient MRN', 'clinical', 'Medical record number of a patient you entered', {
    alsoCalled: ['MRN', 'Medical Record Number', 'Patient Medical Record Number'],
  }),
  column('physician', 'Physician', 'clinical', 'Name of a verified clinician', {
    alsoCalled: ['Ordering Physician', 'Clinician', 'Ordering Clinician', 'Provider'],
    width: 22,
  }),
  column('collectedAt', 'Collected At', 'clinical', 'For example 2026-11-21 14:30', {
    alsoCalled: ['Collection Date', 'Collected', 'Date Collected', 'Collection Time', 'Collection Date Time'],
    width: 20,
  }),
  column('notes', 'Notes', 'never', 'At most 1000 characters', {
    alsoCalled: ['Note', 'Comments', 'Comment', 'Remarks'],
    width: 40,
  }),
];

const BY_FIELD = new Map(MANIFEST_COLUMNS.map((each) => [each.field, each]));

/** Return the column of a field. */
export function columnOf(field: ManifestField): ManifestColumn {
  const column = BY_FIELD.get(field);
  if (!column) throw new Error(`The manifest has no column for ${field}.`);
  return column;
}

/** The maximum number of rows of a manifest: ten plates. */
export const MAX_ROWS = 960;
