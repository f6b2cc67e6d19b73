import { useState } from 'react';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { changesOf, draftOf, draftProblems, gridOf, holdsText, type PlaceDraft } from './place-draft.ts';
import { RestrictionFields } from './restriction-fields.tsx';

/** Edits a location's name, capacity and restrictions; its kind, grid and code are fixed. */
export function EditPlaceDialog({ place, onClose }: { place: StorageManagement; onClose(): void }) {
  const runOperation = useCheckedOperation();
  const [draft, setDraft] = useState(() => draftOf(place));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const problems = isSubmitted ? draftProblems(draft) : {};
  const set = (change: Partial<PlaceDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const save = async (): Promise<void> => {
    setIsSubmitted(true);
    if (Object.keys(draftProblems(draft)).length > 0) return;
    const changes = changesOf(place, draft);
    if (Object.keys(changes).length === 0) return onClose();
    const result = await runOperation('change-container', { containerId: place.id, changes });
    if (result.outcome === 'REJECTED') return setProblem(result.message);
    toast.success(`${draft.name.trim()} changed. Saved on this device.`);
    onClose();
  };
  return (
    <Dialog
      open
      title={`Edit ${place.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" onClick={() => void save()}>
            Save this place
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field
            label="Name"
            required
            hint={holdsText({ type: place.type, grid: gridOf(draft) })}
            error={problems.name}
          >
            {(control) => <TextInput {...control} value={draft.name} onChange={(name) => set({ name })} />}
          </Field>
        </div>
        <RestrictionFields draft={draft} problems={problems} onChange={set} />
      </div>
      {problem && (
        <div className="mt-4">
          <Notice tone="danger" title={problem} />
        </div>
      )}
    </Dialog>
  );
}
