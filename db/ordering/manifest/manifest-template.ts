import { DNA_TYPE } from '#db/specimens/dna-type.ts';
import { SOURCE_SPECIES } from '#db/specimens/source-species.ts';
import { SPECIMEN_TYPE, type SpecimenType } from '#db/specimens/specimen-type.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import type { PackageType } from '../package-type.ts';
import { MANIFEST_COLUMNS, type ManifestColumn, MOST_ROWS } from './manifest-columns.ts';
import type { AcceptedMaterial } from './manifest-context.ts';

/** A column of a template: its header, what belongs there, and what the spreadsheet offers or holds it to. */
export interface TemplateColumn
  extends Pick<ManifestColumn, 'field' | 'header' | 'hint' | 'width' | 'needed'> {
  required: boolean;
  /** A drop-down list. */
  list: readonly string[] | null;
  /** What else the spreadsheet checks while it is typed. */
  check: 'above zero' | 'sample id' | null;
}

/** A manifest to be filled in, as whatever file it becomes. */
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

interface Wanted {
  protocol: AcceptedMaterial;
  packageType: PackageType;
  clinical: boolean;
}

function isWanted({ needed }: ManifestColumn, { protocol, packageType, clinical }: Wanted): boolean {
  if (needed === 'plate') return packageType === 'PLATE';
  if (needed === 'clinical') return clinical;
  if (needed === 'other species') return accepts(protocol.acceptedSpecies, 'OTHER');
  if (needed === 'other type') return accepts<SpecimenType>(protocol.acceptedSpecimenTypes, 'OTHER');
  return true;
}

// Without nucleic acids among what is accepted nobody needs to say how they were extracted, but may say how much it is.
const ofNucleicAcid = ({ field, needed }: ManifestColumn): boolean =>
  needed === 'nucleic acid' && field !== 'providedVolume';

function listOf({ field }: ManifestColumn, { protocol }: Wanted): string[] | null {
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

/** The columns that an order of this service needs, with the lists of what it accepts. */
export function manifestTemplate(wanted: Wanted): ManifestTemplate {
  const { acceptedSpecimenTypes } = wanted.protocol;
  const takesNucleicAcid = accepts<SpecimenType>(acceptedSpecimenTypes, 'NUCLEIC_ACID');
  const onlyNucleicAcid = acceptedSpecimenTypes.length === 1 && takesNucleicAcid;
  const columns = MANIFEST_COLUMNS.filter(
    (column) => isWanted(column, wanted) && (takesNucleicAcid || !ofNucleicAcid(column)),
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
      list: listOf(column, wanted),
      check: checkOf(column),
    })),
    rows: MOST_ROWS,
  };
}
