import { useState } from 'react';
import { outputPlateCode } from '#db/batches/output-plate.ts';
import { canBePlacedIn, STORAGE_TYPE, storageManagement } from '#db/storage/storage-management.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { type Places, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

interface OutputPlateDialogProps {
  view: BatchView;
  /** The batch was completed just now: the cancel button is "Later". */
  isAfterCompletion: boolean;
  onClose(): void;
  /** Called when the plate exists; its label may be printed now. */
  onMade(): void;
}

const CODE = /^[A-Z0-9._-]{3,64}$/;

interface PlateDraft {
  code: string;
  parentId: string;
  position: string;
}

const placesFor = (places: Places | undefined) =>
  [...(places?.byId.values() ?? [])]
    .filter((one) => one.status !== 'RETIRED' && canBePlacedIn('PLATE', one.type))
    .map((one) => ({ value: one.id, label: one.name, note: places?.text(one.parentId) ?? '' }));

/** Count the tubes for the plate, and those that are already stored elsewhere. */
function countOutputs(view: BatchView) {
  const storedOutputs = view.outputs.filter(({ sample }) => sample.storageLocationId !== null);
  return { storedOutputs, n: view.outputs.length - storedOutputs.length };
}

function OutputExplanation({ view }: { view: BatchView }) {
  const { storedOutputs, n } = countOutputs(view);
  const tubes = n === 1 ? 'The new tube goes' : `The ${n} new tubes go`;
  return (
    <p>
      {`${tubes} into a storage plate, each in the well that its sample had in ${view.batch.julianId}.`}
      {storedOutputs.length > 0 &&
        ` ${storedOutputs.length} ${storedOutputs.length === 1 ? 'stands' : 'stand'} elsewhere already and ${storedOutputs.length === 1 ? 'stays' : 'stay'} there.`}
    </p>
  );
}

/** A scan of a shelf, rack or bench sets the place of the plate; an unused code is the plate's own label. */
function usePlateScan(
  set: (change: Partial<PlateDraft>) => void,
  onProblem: (problem: string | null) => void,
) {
  const lookup = useLookup();
  useScan(
    async (scan) => {
      const [scannedDocument] = await lookup(scan.code);
      const place =
        scannedDocument?.kind === 'StorageManagement' ? rowOf(storageManagement, scannedDocument.body) : null;
      const problem =
        scannedDocument === undefined
          ? CODE.test(scan.code)
            ? null
            : `${scan.code} cannot be a plate's code.`
          : place === null
            ? `Barcode ${scan.code} is already in use.`
            : canBePlacedIn('PLATE', place.type)
              ? null
              : `Plate cannot be placed in ${STORAGE_TYPE[place.type].label}.`;
      playScanTone(problem === null ? 'ok' : 'error');
      onProblem(problem);
      if (problem === null) set(place ? { parentId: place.id } : { code: scan.code });
    },
    { layer: 'dialog' },
  );
}

/** An optional dialog that makes the output of a batch a storage plate, with its code and place. */
export function OutputPlateDialog({ view, isAfterCompletion, onClose, onMade }: OutputPlateDialogProps) {
  const { batch } = view;
  const places = usePlaces();
  const { run, busy, problem } = useOperationSequence();
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [scanned, setScanned] = useState<string | null>(null);
  const [draft, setDraft] = useState<PlateDraft>(() => ({
    code: outputPlateCode(batch, view.outputPlatesBefore),
    parentId: '',
    position: '',
  }));
  const set = (change: Partial<PlateDraft>): void => setDraft((before) => ({ ...before, ...change }));
  usePlateScan(set, setScanned);
  const code = barcodeOf(draft.code);
  const codeProblem = CODE.test(code)
    ? null
    : 'A code has 3 to 64 letters, digits, dots, hyphens or underscores.';
  const placeProblem = draft.parentId === '' ? 'Scan or choose where the plate stands.' : null;
  const make = async (): Promise<void> => {
    setHasSubmitted(true);
    if (codeProblem !== null || placeProblem !== null) return;
    const position = draft.position.trim() === '' ? null : draft.position.trim().toUpperCase();
    const leaveOut = countOutputs(view).storedOutputs.map(({ sample }) => sample.id);
    const name = `Output of ${batch.julianId}`;
    const args = { batchId: batch.id, name, barcode: code, parentId: draft.parentId, position, leaveOut };
    if (await run([{ name: 'make-output-plate', args }], `Output plate ${code} made.`)) onMade();
  };
  return (
    <Dialog
      open
      title={
        isAfterCompletion
          ? `${batch.julianId} is completed. Store its output?`
          : `Output plate of ${batch.julianId}`
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isAfterCompletion ? 'Later' : 'Cancel'}</Button>
          <Button variant="primary" busy={busy} onClick={() => void make()}>
            Make the output plate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        {scanned && <Notice tone="danger" title={scanned} />}
        <OutputExplanation view={view} />
        <Field
          label="Stands in"
          required
          error={hasSubmitted ? placeProblem : null}
          hint="Scan the shelf, rack or bench, or search for it."
        >
          {(control) => (
            <Combobox
              {...control}
              options={placesFor(places)}
              value={draft.parentId}
              onChange={(parentId) => set({ parentId })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Position there">
            {(control) => (
              <TextInput
                {...control}
                value={draft.position}
                onChange={(position) => set({ position })}
                maxLength={20}
              />
            )}
          </Field>
          <Field
            label="Code of the plate"
            required
            error={hasSubmitted ? codeProblem : null}
            hint="Scan a label that is on it already, or keep this one and print it."
          >
            {(control) => (
              <TextInput {...control} code value={draft.code} onChange={(next) => set({ code: next })} />
            )}
          </Field>
        </div>
        {isAfterCompletion && (
          <p className="text-ink-soft text-sm">It can be made later from the page of the batch too.</p>
        )}
      </div>
    </Dialog>
  );
}
