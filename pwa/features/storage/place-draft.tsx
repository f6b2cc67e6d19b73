import { rolesWith } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { capacityProblemOf } from '#db/storage/free-slots.ts';
import {
  STORAGE_TYPE,
  STORAGE_TYPES,
  type StorageManagement,
  type StorageType,
} from '#db/storage/storage-management.ts';
import { positionsByRow } from '#db/values/box-position.ts';
import { humanize } from '#pwa/format/names.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';

/** The input of a location form. */
export interface PlaceDraft {
  type: StorageType | '';
  name: string;
  parentId: string;
  position: string;
  barcode: string;
  rows: string;
  columns: string;
  capacity: string;
  temperature: string;
  restrictedTo: readonly Role[];
  quarantine: boolean;
}

/** Build an empty draft, or one from a recorded location. */
export const draftOf = (place: StorageManagement | null, parentId: string | null = null): PlaceDraft => ({
  type: place?.type ?? '',
  name: place?.name ?? '',
  parentId: place?.parentId ?? parentId ?? '',
  position: place?.positionInParent ?? '',
  barcode: place?.barcode ?? '',
  rows: place?.rows?.toString() ?? '',
  columns: place?.columns?.toString() ?? '',
  capacity: place?.capacity?.toString() ?? '',
  temperature: place?.temperature ?? '',
  restrictedTo: place?.restrictedTo ?? [],
  quarantine: place?.quarantine ?? false,
});

const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const blank = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Report whether this kind of location has rows and columns. */
export const hasGrid = (type: StorageType | ''): boolean =>
  type === 'RACK' || (type !== '' && STORAGE_TYPE[type].rows !== null);

/** The resulting grid: the input, else the default of the kind. */
export function gridOf(draft: PlaceDraft): { rows: number; columns: number } | null {
  if (draft.type === '' || !hasGrid(draft.type)) return null;
  const rows = number(draft.rows) ?? STORAGE_TYPE[draft.type].rows;
  const columns = number(draft.columns) ?? STORAGE_TYPE[draft.type].columns;
  return rows === null || columns === null ? null : { rows, columns };
}

/** Problems by input; empty when the location can be created. */
export type DraftProblems = Partial<Record<keyof PlaceDraft, string>>;

/** Validate the input before the rules run. */
export function draftProblems(draft: PlaceDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.type === '') problems.type = 'Choose the kind.';
  if (draft.name.trim() === '') problems.name = 'Give it a name.';
  if (draft.type !== '' && STORAGE_TYPE[draft.type].parents.length > 0 && draft.parentId === '')
    problems.parentId = 'Choose where it stands.';
  const within = (text: string, max: number): boolean =>
    text.trim() === '' || (Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= max);
  if (!within(draft.rows, 26)) problems.rows = 'Enter 1 to 26 rows.';
  if (!within(draft.columns, 99)) problems.columns = 'Enter 1 to 99 columns.';
  if (!within(draft.capacity, 1_000_000)) problems.capacity = 'Enter a whole number from 1, or nothing.';
  const grid = gridOf(draft);
  const over = grid && !problems.capacity ? capacityProblemOf(grid, number(draft.capacity)) : null;
  if (over) problems.capacity = over.message;
  if (draft.temperature.trim() !== '' && !/^-?\d{1,3}(\.\d{1,2})?$/.test(draft.temperature.trim()))
    problems.temperature = 'Enter a temperature in °C.';
  return problems;
}

/** Build the arguments of the operation that creates the location. */
export function createArgs(draft: PlaceDraft, containerId: string): BenchArgs['create-container'] {
  const { type } = draft;
  if (type === '') throw new AppError('VALIDATION', MESSAGES.fixForm);
  return {
    containerId,
    type,
    name: draft.name.trim(),
    parentId: blank(draft.parentId),
    position: blank(draft.position),
    barcode: blank(draft.barcode),
    rows: number(draft.rows),
    columns: number(draft.columns),
    capacity: number(draft.capacity),
    temperature: blank(draft.temperature),
    restrictedTo: [...draft.restrictedTo],
    quarantine: draft.quarantine,
  };
}

/** Build the arguments from the changed fields only. */
export function changesOf(place: StorageManagement, draft: PlaceDraft): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (draft.name.trim() !== place.name) changes['name'] = draft.name.trim();
  if (number(draft.capacity) !== place.capacity) changes['capacity'] = number(draft.capacity);
  if (blank(draft.temperature) !== place.temperature) changes['temperature'] = blank(draft.temperature);
  if (draft.restrictedTo.toSorted().join() !== place.restrictedTo.toSorted().join())
    changes['restrictedTo'] = [...draft.restrictedTo];
  if (draft.quarantine !== place.quarantine) changes['quarantine'] = draft.quarantine;
  return changes;
}

/** Describe what a location of this kind may hold: `Samples at positions A1 to I9.` */
export function holdsText(
  draft: Pick<PlaceDraft, 'type'> & { grid: { rows: number; columns: number } | null },
): string {
  const { type, grid } = draft;
  if (type === '') return '';
  const { samples } = STORAGE_TYPE[type];
  if (samples === 'positions' && grid) {
    const last = positionsByRow(grid).at(-1) ?? 'A1';
    return `Holds samples, each at its position: A1 to ${last}, at most ${grid.rows * grid.columns}.`;
  }
  const inside = STORAGE_TYPES.filter((one) => STORAGE_TYPE[one].parents.includes(type)).map((one) =>
    STORAGE_TYPE[one].label.toLowerCase(),
  );
  const parts = [
    inside.length > 0 ? `other places (${inside.join(', ')})` : '',
    samples === 'loose' ? 'loose samples without a position' : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Holds ${parts.join(' and ')}.`;
}

interface RestrictionFieldsProps {
  draft: PlaceDraft;
  problems: DraftProblems;
  onChange(change: Partial<PlaceDraft>): void;
}

/** Fields for capacity, temperature, permitted users, and quarantine. */
export function RestrictionFields({ draft, problems, onChange }: RestrictionFieldsProps) {
  const choose = (role: Role, isSelected: boolean): void =>
    onChange({
      restrictedTo: isSelected
        ? [...draft.restrictedTo, role]
        : draft.restrictedTo.filter((one) => one !== role),
    });
  return (
    <>
      <Field label="Capacity" hint="Empty: as many as fit." error={problems.capacity}>
        {(control) => (
          <NumberInput {...control} value={draft.capacity} onChange={(capacity) => onChange({ capacity })} />
        )}
      </Field>
      <Field label="Temperature" error={problems.temperature}>
        {(control) => (
          <NumberInput
            {...control}
            decimal
            signed
            unit="°C"
            value={draft.temperature}
            onChange={(temperature) => onChange({ temperature })}
          />
        )}
      </Field>
      <fieldset className="sm:col-span-2 rounded-lg border border-line p-3">
        <legend className="px-1 font-medium text-sm">Who may use it</legend>
        <p className="mb-1 text-ink-soft text-sm">
          {draft.restrictedTo.length === 0
            ? 'Everybody at the bench. Choose roles to reserve it.'
            : 'Only these roles, and administrators.'}
        </p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {rolesWith('workAtBench').map((role) => (
            <Checkbox
              key={role}
              label={humanize(role)}
              value={draft.restrictedTo.includes(role)}
              onChange={(isSelected) => choose(role, isSelected)}
            />
          ))}
        </div>
      </fieldset>
      <div className="sm:col-span-2">
        <Checkbox
          label="Quarantine place"
          value={draft.quarantine}
          onChange={(quarantine) => onChange({ quarantine })}
        />
      </div>
    </>
  );
}
