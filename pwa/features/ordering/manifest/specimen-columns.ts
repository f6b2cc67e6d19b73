import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { DNA_CHOICES, SPECIES_CHOICES, TYPE_CHOICES } from '#db/ordering/manifest/manifest-choices.ts';
import {
  MANIFEST_COLUMNS,
  type ManifestColumn,
  type ManifestField,
} from '#db/ordering/manifest/manifest-columns.ts';
import { SOURCE_SPECIES, SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { type EnteredRows, isEmptyRow } from './draft-specimen-rows.ts';

const choiceLabels = <Value extends string>(
  accepted: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): string[] => (accepted.length > 0 ? accepted.map((value) => labels[value]) : Object.values(labels));

/** List the values of a column that the service accepts; empty for free text. */
export function choicesOf(
  field: ManifestField,
  { protocol, clinicians }: Pick<ShownDraft, 'protocol' | 'clinicians'>,
): readonly string[] {
  if (field === 'providedSourceSpecies')
    return choiceLabels(protocol.acceptedSpecies, SPECIES_CHOICES.labels);
  if (field === 'providedSpecimenType')
    return choiceLabels(protocol.acceptedSpecimenTypes, TYPE_CHOICES.labels);
  if (field === 'providedDnaType') return choiceLabels(protocol.acceptedDnaTypes, DNA_CHOICES.labels);
  return field === 'physician' ? clinicians : [];
}

/** Get the value of a column where the service accepts only one. */
export function onlyChoice(field: ManifestField, draft: Pick<ShownDraft, 'protocol' | 'clinicians'>): string {
  const [only, ...otherChoices] = choicesOf(field, draft);
  return only !== undefined && otherChoices.length === 0 ? only : '';
}

const isUsed = (rows: EnteredRows, field: ManifestField): boolean =>
  rows.some(({ cells }) => (cells[field] ?? '') !== '');
const someRowHas = (rows: EnteredRows, field: ManifestField, label: string): boolean =>
  rows.some(
    (row) => !isEmptyRow(row) && (row.cells[field] ?? '').trim().toLowerCase() === label.toLowerCase(),
  );

/** List the columns that this order needs now; with `all`, every one that it can have. */
export function columnsFor(draft: ShownDraft, rows: EnteredRows, all = false): ManifestColumn[] {
  const needs: Record<ManifestColumn['needed'], boolean> = {
    always: true,
    plate: draft.order.packageType === 'PLATE',
    'nucleic acid':
      someRowHas(rows, 'providedSpecimenType', SPECIMEN_TYPE.NUCLEIC_ACID) ||
      onlyChoice('providedSpecimenType', draft) === SPECIMEN_TYPE.NUCLEIC_ACID,
    clinical: draft.service.clinical || draft.protocol.clinical,
    'other species': someRowHas(rows, 'providedSourceSpecies', SOURCE_SPECIES.OTHER),
    'other type': someRowHas(rows, 'providedSpecimenType', SPECIMEN_TYPE.OTHER),
    never: false,
  };
  return MANIFEST_COLUMNS.filter(({ field, needed: requirement }) => {
    if (requirement === 'plate' && !needs.plate) return false;
    if (field === 'requisitionNumber') return all;
    // A non-clinical order stores no patient data, so its table does not ask for any.
    if (requirement === 'clinical' && !needs.clinical) return isUsed(rows, field);
    return all || needs[requirement] || isUsed(rows, field);
  });
}
