import { useState } from 'react';
import { ulid } from 'ulid';
import {
  canBePlacedIn,
  isEndPlace,
  STORAGE_TYPE,
  STORAGE_TYPES,
  type StorageManagement,
  type StorageType,
} from '#db/storage/storage-management.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import {
  createArgs,
  type DraftProblems,
  draftOf,
  draftProblems,
  gridOf,
  hasGrid,
  holdsText,
  type PlaceDraft,
  RestrictionFields,
} from './place-draft.tsx';

interface CreatePlaceDialogProps {
  places: Places;
  /** The preselected parent location. */
  parentId: string | null;
  onClose(): void;
  onCreated(id: string): void;
}

const TYPE_OPTIONS = STORAGE_TYPES.filter((type) => !isEndPlace(type)).map((value) => ({
  value,
  label: STORAGE_TYPE[value].label,
}));

/** Creates a room, freezer, shelf, rack or box with its label; a table defines which parents are allowed. */
export function CreatePlaceDialog({ places, parentId, onClose, onCreated }: CreatePlaceDialogProps) {
  const runOperation = useCheckedOperation();
  const [draft, setDraft] = useState(() => draftOf(null, parentId));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (change: Partial<PlaceDraft>): void => setDraft((before) => ({ ...before, ...change }));
  useScan((scan) => set({ barcode: scan.code }), { layer: 'dialog' });
  const create = async (): Promise<void> => {
    setIsSubmitted(true);
    if (Object.keys(draftProblems(draft)).length > 0) return;
    const containerId = ulid();
    const result = await runOperation('create-container', createArgs(draft, containerId));
    if (result.outcome === 'REJECTED') {
      setProblem(result.message);
      return;
    }
    toast.success(`${draft.name} created. Saved on this device.`);
    onCreated(containerId);
    onClose();
  };
  return (
    <Dialog
      open
      title="New place"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" onClick={() => void create()}>
            Create this place
          </Button>
        </>
      }
    >
      <PlaceFields
        draft={draft}
        problems={isSubmitted ? draftProblems(draft) : {}}
        places={places}
        onChange={set}
      />
      {problem && (
        <div className="mt-4">
          <Notice tone="danger" title={problem} />
        </div>
      )}
    </Dialog>
  );
}

function parentsOf(places: Places, type: StorageType | ''): StorageManagement[] {
  const all = [...places.byId.values()].filter((one) => one.status !== 'RETIRED');
  return type === '' ? all : all.filter((one) => canBePlacedIn(type, one.type));
}

interface PlaceFieldsProps {
  draft: PlaceDraft;
  problems: DraftProblems;
  places: Places;
  onChange(change: Partial<PlaceDraft>): void;
}

function PlaceFields({ draft, problems, places, onChange }: PlaceFieldsProps) {
  const traits = draft.type === '' ? null : STORAGE_TYPE[draft.type];
  const parents = parentsOf(places, draft.type).map((one) => ({
    value: one.id,
    label: one.name,
    note: places.text(one.parentId),
  }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Kind" required error={problems.type}>
        {(control) => (
          <Select<StorageType>
            {...control}
            options={TYPE_OPTIONS}
            value={draft.type}
            onChange={(type) => onChange({ type })}
          />
        )}
      </Field>
      <Field label="Name" required error={problems.name}>
        {(control) => <TextInput {...control} value={draft.name} onChange={(name) => onChange({ name })} />}
      </Field>
      {traits?.parents.length !== 0 && (
        <div className="sm:col-span-2">
          <Field
            label="Stands in"
            required
            error={problems.parentId}
            hint={traits && `One of: ${traits.parents.map((type) => STORAGE_TYPE[type].label).join(', ')}.`}
          >
            {(control) => (
              <Combobox
                {...control}
                options={parents}
                value={draft.parentId}
                onChange={(to) => onChange({ parentId: to })}
              />
            )}
          </Field>
        </div>
      )}
      <Field label="Position there">
        {(control) => (
          <TextInput
            {...control}
            value={draft.position}
            onChange={(position) => onChange({ position })}
            maxLength={20}
          />
        )}
      </Field>
      <Field label="Code" hint="Scan a label that is on it already, or type one.">
        {(control) => (
          <TextInput {...control} code value={draft.barcode} onChange={(barcode) => onChange({ barcode })} />
        )}
      </Field>
      {hasGrid(draft.type) && (
        <>
          <Field label="Rows" error={problems.rows}>
            {(control) => (
              <NumberInput
                {...control}
                value={draft.rows}
                placeholder={String(traits?.rows ?? '')}
                onChange={(rows) => onChange({ rows })}
              />
            )}
          </Field>
          <Field label="Columns" error={problems.columns}>
            {(control) => (
              <NumberInput
                {...control}
                value={draft.columns}
                placeholder={String(traits?.columns ?? '')}
                onChange={(columns) => onChange({ columns })}
              />
            )}
          </Field>
        </>
      )}
      {draft.type !== '' && (
        <p className="sm:col-span-2 text-ink-soft text-sm">
          {holdsText({ type: draft.type, grid: gridOf(draft) })}
        </p>
      )}
      <RestrictionFields draft={draft} problems={problems} onChange={onChange} />
    </div>
  );
}
