import { useFormContext } from 'react-hook-form';
import { ulid } from 'ulid';
import {
  canBePlacedIn,
  STORAGE_TYPE,
  type StorageManagement,
  type StorageType,
} from '#db/storage/storage-management.ts';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import {
  createArgs,
  gridOf,
  hasGrid,
  holdsText,
  PlaceForm,
  type PlaceInput,
  RestrictionFields,
  useTypedKind,
} from './place-form.tsx';

interface CreatePlaceDialogProps {
  places: Places;
  /** The preselected parent location. */
  parentId: string | null;
  onClose(): void;
  onCreated(id: string): void;
}

const PlaceField = fieldOf<typeof PlaceForm>();

/** Creates a room, freezer, shelf, rack or box with its label; a table defines which parents are allowed. */
export function CreatePlaceDialog({ places, parentId, onClose, onCreated }: CreatePlaceDialogProps) {
  const runOperation = useCheckedOperation();
  const create = async (form: PlaceForm): Promise<void> => {
    const containerId = ulid();
    requireAccepted(await runOperation('create-container', createArgs(form, containerId)));
    toast.success(`${form.name} created. Saved on this device.`);
    onCreated(containerId);
    onClose();
  };
  return (
    <FormDialog
      title="New location"
      submitLabel="Create location"
      schema={PlaceForm}
      defaults={{ parentId, restrictedTo: [] }}
      onSubmit={create}
      onClose={onClose}
    >
      <PlaceFields places={places} />
    </FormDialog>
  );
}

function parentsOf(places: Places, type: StorageType | null): StorageManagement[] {
  const all = [...places.byId.values()].filter((one) => one.status !== 'RETIRED');
  return type === null ? all : all.filter((one) => canBePlacedIn(type, one.type));
}

function PlaceFields({ places }: { places: Places }) {
  const { setValue } = useFormContext<PlaceInput>();
  useScan((scan) => setValue('barcode', scan.code, { shouldDirty: true }), { layer: 'dialog' });
  const typed = useTypedKind();
  const traits = typed && STORAGE_TYPE[typed.type];
  const parents = parentsOf(places, typed?.type ?? null).map((one) => ({
    value: one.id,
    label: one.name,
    note: places.text(one.parentId),
  }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PlaceField name="type" />
      <PlaceField name="name" />
      {traits?.parents.length !== 0 && (
        <div className="sm:col-span-2">
          <PlaceField
            name="parentId"
            required
            options={parents}
            search
            hint={traits && `One of: ${traits.parents.map((type) => STORAGE_TYPE[type].label).join(', ')}.`}
          />
        </div>
      )}
      <PlaceField name="position" />
      <PlaceField name="barcode" />
      {typed && hasGrid(typed.type) && (
        <>
          <PlaceField name="rows" placeholder={String(traits?.rows ?? '')} />
          <PlaceField name="columns" placeholder={String(traits?.columns ?? '')} />
        </>
      )}
      {typed && (
        <p className="sm:col-span-2 text-ink-soft text-sm">
          {holdsText({ type: typed.type, grid: gridOf(typed) })}
        </p>
      )}
      <RestrictionFields />
    </div>
  );
}
