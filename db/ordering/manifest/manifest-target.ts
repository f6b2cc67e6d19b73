import type { ImportTarget } from '#db/records/imports/import-target.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { isWellName } from '#db/values/plate-well.ts';
import { DNA_CHOICES, SPECIES_CHOICES, TYPE_CHOICES } from './manifest-choices.ts';
import { MANIFEST_COLUMNS, type ManifestField } from './manifest-columns.ts';

const isWell = (cell: string): boolean => isWellName(spellPosition(cell));
const isNumber = (cell: string): boolean => /^[<>~]?\s*\d[\d.,' ]*(\s*\p{L}[\p{L}/µ]*)?$/u.test(cell);

/** Parts of headers in the words of labs, also of those that write in German, French or Spanish. */
const HINTS: Readonly<Partial<Record<ManifestField, readonly string[]>>> = {
  customerSampleId: [
    'sample name',
    'sample id',
    'sample code',
    'sample no',
    'sample label',
    'specimen id',
    'probe',
    'probenname',
    'echantillon',
    'muestra',
    'tube label',
    'tube name',
    'name',
    'alias',
    'nom',
    'id',
  ],
  shipmentPlateNumber: ['plate', 'platte', 'plaque', 'placa'],
  shipmentPlateLocation: ['well', 'position', 'kavitat', 'puits', 'pocillo', 'pos'],
  providedSourceSpecies: ['species', 'organism', 'spezies', 'espece', 'especie', 'host', 'genome'],
  providedSpecimenType: [
    'sample type',
    'specimen type',
    'material',
    'tissue',
    'probenart',
    'matrix',
    'source',
  ],
  providedDnaType: ['dna type', 'nucleic acid', 'type of dna', 'dna/rna', 'analyte'],
  providedExtractionKit: ['extraction', 'isolation', 'prep kit', 'kit'],
  providedElutionMedium: ['elution', 'eluted', 'buffer', 'puffer', 'tampon', 'solvent', 'diluent'],
  providedConcentration: ['concentration', 'conc', 'konz', 'qubit', 'nanodrop', 'ng/ul', 'quant'],
  providedVolume: ['volume', 'volumen', 'vol'],
  patientMrn: ['mrn', 'medical record', 'patient id'],
  physician: ['physician', 'clinician', 'doctor', 'provider'],
  collectedAt: ['collection date', 'collected', 'date of collection', 'sampling date'],
  notes: ['note', 'comment', 'remark', 'bemerkung', 'kommentar', 'observ'],
};

const CONTENT_TESTS: Readonly<Partial<Record<ManifestField, (cell: string) => boolean>>> = {
  shipmentPlateLocation: isWell,
  providedConcentration: isNumber,
  providedVolume: isNumber,
};

/** The columns and words that a manifest takes, for the mapping of a lab's own. */
export const MANIFEST_TARGET: ImportTarget<ManifestField> = {
  columns: MANIFEST_COLUMNS.map((column) => ({
    field: column.field,
    header: column.header,
    alsoCalled: column.alsoCalled,
    units: column.units,
    hints: HINTS[column.field] ?? [],
    looksLike: CONTENT_TESTS[column.field] ?? null,
  })),
  words: {
    providedSourceSpecies: SPECIES_CHOICES,
    providedSpecimenType: TYPE_CHOICES,
    providedDnaType: DNA_CHOICES,
  },
};
