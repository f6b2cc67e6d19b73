import type { PackageType } from '#db/ordering/orders/order-terms.ts';
import {
  DNA_TYPE,
  SOURCE_SPECIES,
  SPECIMEN_TYPE,
  type SpecimenType,
} from '#db/specimens/specimen-material.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { MANIFEST_COLUMNS, MAX_ROWS, type ManifestColumn } from './manifest-columns.ts';
import type { AcceptedMaterial } from './manifest-context.ts';

/** A column of a template: its header, its description, and the validation in the spreadsheet. */
export interface TemplateColumn
  extends Pick<ManifestColumn, 'field' | 'header' | 'hint' | 'width' | 'needed'> {
  required: boolean;
  /** A drop-down list. */
  list: readonly string[] | null;
  /** Other validation during typing. */
  check: 'above zero' | 'sample id' | null;
}

/** An empty manifest, independent of the file format. */
export interface ManifestTemplate {
  columns: TemplateColumn[];
  rows: number;
}

const labels = <Value extends string>(
  accepted: readonly Value[],
  all: Readonly<Record<Value, string>>,
): string[] => (accepted.length > 0 ? accepted : (Object.keys(all) as Value[])).map((value) => all[value]);

const accepts = <Value extends string>(accepted: readonly Value[], value: Value): boolean =>
  accepted.length === 0 || accepted.includes(value);

interface TemplateOptions {
  protocol: AcceptedMaterial;
  packageType: PackageType;
  clinical: boolean;
}

function isColumnIncluded(
  { needed: requirement }: ManifestColumn,
  { protocol, packageType, clinical }: TemplateOptions,
): boolean {
  if (requirement === 'plate') return packageType === 'PLATE';
  if (requirement === 'clinical') return clinical;
  if (requirement === 'other species') return accepts(protocol.acceptedSpecies, 'OTHER');
  if (requirement === 'other type') return accepts<SpecimenType>(protocol.acceptedSpecimenTypes, 'OTHER');
  return true;
}

// When no accepted material is a nucleic acid, extraction columns are not required, but a volume is allowed.
const ofNucleicAcid = ({ field, needed: requirement }: ManifestColumn): boolean =>
  requirement === 'nucleic acid' && field !== 'providedVolume';

function listOf({ field }: ManifestColumn, { protocol }: TemplateOptions): string[] | null {
  if (field === 'providedSourceSpecies') return labels(protocol.acceptedSpecies, SOURCE_SPECIES);
  if (field === 'providedSpecimenType') return labels(protocol.acceptedSpecimenTypes, SPECIMEN_TYPE);
  if (field === 'providedDnaType') return labels(protocol.acceptedDnaTypes, DNA_TYPE);
  if (field === 'shipmentPlateNumber') return Array.from({ length: 10 }, (_, n) => String(n + 1));
  if (field === 'shipmentPlateLocation') return [...WELL_NAMES];
  return null;
}

const checkOf = ({ field }: ManifestColumn): TemplateColumn['check'] =>
  field === 'customerSampleId'
    ? 'sample id'
    : field === 'providedConcentration' || field === 'providedVolume'
      ? 'above zero'
      : null;

/** Return the columns that an order of a service needs, with the lists of accepted values. */
export function manifestTemplate(options: TemplateOptions): ManifestTemplate {
  const { acceptedSpecimenTypes } = options.protocol;
  const takesNucleicAcid = accepts<SpecimenType>(acceptedSpecimenTypes, 'NUCLEIC_ACID');
  const onlyNucleicAcid = acceptedSpecimenTypes.length === 1 && takesNucleicAcid;
  const columns = MANIFEST_COLUMNS.filter(
    (column) => isColumnIncluded(column, options) && (takesNucleicAcid || !ofNucleicAcid(column)),
  );
  return {
    columns: columns.map((column) => ({
      field: column.field,
      header: column.header,
      hint: column.hint,
      width: column.width,
      needed: column.needed,
      required:
        ['always', 'plate', 'clinical'].includes(column.needed) ||
        (column.needed === 'nucleic acid' && onlyNucleicAcid),
      list: listOf(column, options),
      check: checkOf(column),
    })),
    rows: MAX_ROWS,
  };
}
