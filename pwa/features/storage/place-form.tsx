import { useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { rolesWith } from '#db/access/capabilities.ts';
import { Role } from '#db/access/roles.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { capacityProblemOf } from '#db/storage/free-slots.ts';
import {
  isEndPlace,
  STORAGE_TYPE,
  STORAGE_TYPES,
  type StorageManagement,
  StorageType,
} from '#db/storage/storage-management.ts';
import { positionsByRow } from '#db/values/box-position.ts';
import { bool, describeField } from '#db/values/field-types.ts';
import { humanize } from '#pwa/format/names.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

/** A whole number of a range, or nothing. */
const within = (max: number, message: string) => z.int(message).min(1, message).max(max, message).nullable();

/** A text, or nothing. */
const textOrNothing = z
  .string()
  .trim()
  .transform((typed) => typed || null)
  .nullable();

/** The fields that can be changed later, too. */
const CHANGEABLE = {
  name: describeField(z.string().trim().min(1, 'Give it a name.'), 'Name'),
  capacity: describeField(within(1_000_000, 'Enter a whole number from 1, or nothing.'), {
    label: 'Capacity',
    hint: 'Empty: as many as fit.',
  }),
  temperature: describeField(
    z
      .string()
      .trim()
      .regex(/^-?\d{1,3}(\.\d{1,2})?$/, 'Enter a temperature in °C.')
      .nullable(),
    { label: 'Temperature', input: 'signed', unit: '°C' },
  ),
  restrictedTo: z.array(Role),
  quarantine: describeField(bool, 'Quarantine location'),
};

/** The kinds that people create. */
const Creatable = z.enum(
  STORAGE_TYPES.filter((type) => !isEndPlace(type)),
  'Choose the kind.',
);
const NAMES = Object.fromEntries(STORAGE_TYPES.map((type) => [type, STORAGE_TYPE[type].label]));

interface Grid {
  rows: number;
  columns: number;
}

/** Report whether this kind of location has rows and columns. */
export const hasGrid = (type: StorageType): boolean => type === 'RACK' || STORAGE_TYPE[type].rows !== null;

/** The resulting grid: the input, else the default of the kind. */
export function gridOf(typed: Pick<StorageManagement, 'type' | 'rows' | 'columns'>): Grid | null {
  if (!hasGrid(typed.type)) return null;
  const rows = typed.rows ?? STORAGE_TYPE[typed.type].rows;
  const columns = typed.columns ?? STORAGE_TYPE[typed.type].columns;
  return rows === null || columns === null ? null : { rows, columns };
}

function checkCapacity(grid: Grid | null, capacity: number | null, context: z.RefinementCtx): void {
  const over = grid && capacityProblemOf(grid, capacity);
  if (over) context.addIssue({ code: 'custom', path: ['capacity'], message: over.message });
}

const Kind = z.object({ type: StorageType, parentId: z.string().nullish() });

/** A new location as a person enters it. */
export const PlaceForm = z
  .object({
    type: describeField(Creatable, { label: 'Kind', choices: NAMES }),
    ...CHANGEABLE,
    parentId: describeField(z.string().nullable(), 'Location'),
    position: describeField(textOrNothing, { label: 'Position there', maxLength: 20 }),
    barcode: describeField(textOrNothing, {
      label: 'Code',
      hint: 'Scan a label that is on it already, or type one.',
      input: 'code',
    }),
    rows: describeField(within(26, 'Enter 1 to 26 rows.'), 'Rows'),
    columns: describeField(within(99, 'Enter 1 to 99 columns.'), 'Columns'),
  })
  .refine(
    (typed) => {
      const { data } = Kind.safeParse(typed);
      return !data || STORAGE_TYPE[data.type].parents.length === 0 || Boolean(data.parentId);
    },
    // Shown together with the other errors, not after they are corrected.
    { path: ['parentId'], message: 'Choose a location.', when: () => true },
  )
  .superRefine((typed, context) => checkCapacity(gridOf(typed), typed.capacity, context));
export type PlaceForm = z.infer<typeof PlaceForm>;
export type PlaceInput = z.input<typeof PlaceForm>;

/** The changes of a location; its kind, grid and code are fixed. */
export const placeChangesFor = (place: StorageManagement) =>
  z
    .object(CHANGEABLE)
    .superRefine(({ capacity }, context) => checkCapacity(gridOf(place), capacity, context));
export type PlaceChanges = z.infer<ReturnType<typeof placeChangesFor>>;

/** The first values of a recorded location's form. */
export const changesFrom = (place: StorageManagement): PlaceChanges => ({
  name: place.name,
  capacity: place.capacity,
  temperature: place.temperature,
  restrictedTo: place.restrictedTo,
  quarantine: place.quarantine,
});

/** Build the arguments of the operation that creates the location. */
export const createArgs = (form: PlaceForm, containerId: string): BenchArgs['create-container'] => ({
  containerId,
  ...form,
});

/** Build the arguments from the changed fields only. */
export function changedFields(place: StorageManagement, form: PlaceChanges): Record<string, unknown> {
  const before = changesFrom(place);
  const fields: (keyof PlaceChanges)[] = ['name', 'capacity', 'temperature', 'quarantine'];
  const changed = fields
    .filter((field) => form[field] !== before[field])
    .map((field) => [field, form[field]]);
  const moved = form.restrictedTo.toSorted().join() !== before.restrictedTo.toSorted().join();
  return Object.fromEntries([...changed, ...(moved ? [['restrictedTo', form.restrictedTo]] : [])]);
}

/** Describe what a location of this kind may hold: `Samples at positions A1 to I9.` */
export function holdsText({ type, grid }: { type: StorageType; grid: Grid | null }): string {
  const { samples } = STORAGE_TYPE[type];
  if (samples === 'positions' && grid) {
    const last = positionsByRow(grid).at(-1) ?? 'A1';
    return `Holds samples, each at its position: A1 to ${last}, at most ${grid.rows * grid.columns}.`;
  }
  const inside = STORAGE_TYPES.filter((one) => STORAGE_TYPE[one].parents.includes(type)).map((one) =>
    STORAGE_TYPE[one].label.toLowerCase(),
  );
  const parts = [
    inside.length > 0 ? `other locations (${inside.join(', ')})` : '',
    samples === 'loose' ? 'loose samples without a position' : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Holds ${parts.join(' and ')}.`;
}

const ChangeField = fieldOf<ReturnType<typeof placeChangesFor>>();

function PermittedRoles() {
  const { field } = useController<PlaceChanges, 'restrictedTo'>({ name: 'restrictedTo' });
  const selected = field.value;
  const choose = (role: Role, isSelected: boolean): void =>
    field.onChange(isSelected ? [...selected, role] : selected.filter((one) => one !== role));
  return (
    <fieldset className="sm:col-span-2 rounded-lg border border-line p-3">
      <legend className="px-1 font-medium text-sm">Who may use it</legend>
      <p className="mb-1 text-ink-soft text-sm">
        {selected.length === 0
          ? 'Everybody at the bench. Choose roles to reserve it.'
          : 'Only these roles, and administrators.'}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {rolesWith('workAtBench').map((role) => (
          <Checkbox
            key={role}
            label={humanize(role)}
            value={selected.includes(role)}
            onChange={(isSelected) => choose(role, isSelected)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Fields for capacity, temperature, permitted users, and quarantine. */
export function RestrictionFields() {
  return (
    <>
      <ChangeField name="capacity" />
      <ChangeField name="temperature" />
      <PermittedRoles />
      <div className="sm:col-span-2">
        <ChangeField name="quarantine" />
      </div>
    </>
  );
}

/** The kind and grid that are entered now; null while no kind is chosen. */
export function useTypedKind(): Pick<StorageManagement, 'type' | 'rows' | 'columns'> | null {
  const [type, rows, columns] = useWatch<PlaceInput, ['type', 'rows', 'columns']>({
    name: ['type', 'rows', 'columns'],
  });
  const kind = Creatable.safeParse(type).data;
  return kind ? { type: kind, rows: rows ?? null, columns: columns ?? null } : null;
}
