import { FIELD_TYPE_LABEL } from '#db/protocols/field.ts';
import type { DraftField, ProcedureSections } from './procedure-content.ts';

/** The symbols of units and the names of inventory types, by id. */
export type LabNames = Readonly<Record<string, string>>;

/** List the units and inventory types that the fields of a version refer to. */
export const idsOfLab = (sections: ProcedureSections): string[] => [
  ...new Set(
    sections.flatMap(({ steps }) =>
      steps.flatMap(({ fields }) =>
        fields.flatMap((field) =>
          [field.measurementUnitId, field.inventoryTypeId].filter((id) => id !== null),
        ),
      ),
    ),
  ),
];

const rangeText = (min: string | null, max: string | null): string | null =>
  min === null && max === null ? null : `${min ?? '…'} to ${max ?? '…'}`;

/** Write what is recorded in a field: its type, for what, its unit and its limits. */
export function fieldFacts(field: DraftField, names: LabNames): string {
  const nameOf = (id: string | null): string | null => (id === null ? null : (names[id] ?? null));
  const quality = rangeText(field.qcMin, field.qcMax);
  return [
    FIELD_TYPE_LABEL[field.type],
    nameOf(field.inventoryTypeId),
    nameOf(field.measurementUnitId),
    field.scope === 'PER_SAMPLE' ? 'each sample' : 'once per batch',
    rangeText(field.min, field.max),
    quality && `QC ${quality}`,
    field.required ? null : 'optional',
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}
