import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { outputPlateCode } from '#db/batches/output-plate.ts';
import { canBePlacedIn, STORAGE_TYPE, storageManagement } from '#db/storage/storage-management.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { describeField } from '#db/values/field-types.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { type Places, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
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

const PlateForm = z.object({
  parentId: describeField(z.string().min(1, 'Scan or choose the plate’s location.'), {
    label: 'Location',
    hint: 'Scan the shelf, rack or bench, or search for it.',
  }),
  position: describeField(z.string().trim().toUpperCase().max(20).nullable(), 'Position there'),
  code: describeField(
    z
      .string()
      .transform(barcodeOf)
      .pipe(z.string().regex(CODE, 'A code has 3 to 64 letters, digits, dots, hyphens or underscores.')),
    {
      label: 'Code of the plate',
      hint: 'Scan a label that is on it already, or keep this one and print it.',
      input: 'code',
    },
  ),
});
type PlateInput = z.input<typeof PlateForm>;
const PlateField = fieldOf<typeof PlateForm>();

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
function usePlateScan(): string | null {
  const { setValue } = useFormContext<PlateInput>();
  const [scanProblem, setScanProblem] = useState<string | null>(null);
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
      setScanProblem(problem);
      if (problem !== null) return;
      if (place) setValue('parentId', place.id, { shouldDirty: true });
      else setValue('code', scan.code, { shouldDirty: true });
    },
    { layer: 'dialog' },
  );
  return scanProblem;
}

function PlateFields({ view }: { view: BatchView }) {
  const places = usePlaces();
  const scanProblem = usePlateScan();
  return (
    <>
      {scanProblem && <Notice tone="danger" title={scanProblem} />}
      <OutputExplanation view={view} />
      <PlateField name="parentId" options={placesFor(places)} search />
      <div className="grid gap-4 sm:grid-cols-2">
        <PlateField name="position" />
        <PlateField name="code" />
      </div>
    </>
  );
}

/** An optional dialog that makes the output of a batch a storage plate, with its code and place. */
export function OutputPlateDialog({ view, isAfterCompletion, onClose, onMade }: OutputPlateDialogProps) {
  const { batch } = view;
  const { run, problem } = useOperationSequence();
  return (
    <FormDialog
      title={
        isAfterCompletion
          ? `${batch.julianId} is completed. Store its output?`
          : `Output plate of ${batch.julianId}`
      }
      submitLabel="Make the output plate"
      backLabel={isAfterCompletion ? 'Later' : 'Cancel'}
      problem={problem}
      schema={PlateForm}
      defaults={{ code: outputPlateCode(batch, view.outputPlatesBefore) }}
      onSubmit={async ({ code, parentId, position }) => {
        const leaveOut = countOutputs(view).storedOutputs.map(({ sample }) => sample.id);
        const name = `Output of ${batch.julianId}`;
        const args = {
          batchId: batch.id,
          name,
          barcode: code,
          parentId,
          position: position || null,
          leaveOut,
        };
        if (await run([{ name: 'make-output-plate', args }], `Output plate ${code} made.`)) onMade();
      }}
      onClose={onClose}
    >
      <PlateFields view={view} />
      {isAfterCompletion && (
        <p className="text-ink-soft text-sm">You can also make the plate later on the batch page.</p>
      )}
    </FormDialog>
  );
}
