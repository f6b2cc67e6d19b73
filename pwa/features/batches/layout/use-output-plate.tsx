import { Link } from '@tanstack/react-router';
import { PackagePlus, Printer, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { outputPlateLabel } from '#pwa/features/batches/batch-labels.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { OutputPlateDialog } from './output-plate-dialog.tsx';

interface OutputPlateMadeProps {
  plate: StorageManagement;
  onPrint(): void;
  onClose(): void;
}

/** The place of the output plate, with its label to print. */
function OutputPlateMade({ plate, onPrint, onClose }: OutputPlateMadeProps) {
  const places = usePlaces();
  return (
    <Dialog
      open
      title={`${plate.barcode ?? plate.name} is made`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={Printer} onClick={onPrint}>
            Print its label
          </Button>
        </>
      }
    >
      <p>{`Its location is ${places?.text(plate.parentId, plate.positionInParent) ?? '…'}. Saved on this device.`}</p>
    </Dialog>
  );
}

interface OutputPlatePanelProps {
  view: BatchView;
  /** Null where this user may not create one. */
  onMake: (() => void) | null;
  mayTakeBack: boolean;
}

/** The plate with the output of a batch: its place, its label, and undo; or the button that creates it. */
function OutputPlatePanel({ view, onMake, mayTakeBack }: OutputPlatePanelProps) {
  const { outputPlate, outputs } = view;
  if (outputs.length === 0) return null;
  const loose = outputs.filter(({ sample }) => sample.storageLocationId === null).length;
  if (!outputPlate && loose === 0) return null;
  return (
    <Section title="Output plate">
      {outputPlate ? (
        <OutputPlateDetails view={view} mayTakeBack={mayTakeBack} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-48 flex-1">
            {`${loose} of ${outputs.length} new tubes have no location. Store them in a plate with the same wells.`}
          </p>
          {onMake && (
            <Button icon={PackagePlus} onClick={onMake}>
              Make output plate
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

function OutputPlateDetails({ view, mayTakeBack }: { view: BatchView; mayTakeBack: boolean }) {
  const { batch, outputPlate, outputs } = view;
  const places = usePlaces();
  const print = usePrintLabels();
  const { run, problem, clear } = useOperationSequence();
  const [leaving, setLeaving] = useState(false);
  if (!outputPlate) return null;
  const label = outputPlateLabel(view);
  const inside = outputs.filter(({ sample }) => sample.storageLocationId === outputPlate.id).length;
  const takeBack = (reason: string): void => {
    setLeaving(false);
    const call: BenchCall = { name: 'undo-output-plate', args: { batchId: batch.id, reason } };
    void run([call], `Output plate of ${batch.julianId} taken back.`);
  };
  return (
    <div className="flex flex-col gap-3">
      {problem && <Notice tone="danger" title={problem} />}
      <KeyValues
        items={[
          {
            name: 'Plate',
            value: (
              <Link
                className="font-semibold underline underline-offset-2"
                to="/lab/inventory/storage-management/$id"
                params={{ id: outputPlate.id }}
              >
                {outputPlate.barcode ?? outputPlate.name}
              </Link>
            ),
          },
          { name: 'Location', value: places?.text(outputPlate.parentId, outputPlate.positionInParent) },
          { name: 'Tubes in it', value: `${inside} of ${outputs.length}` },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {label && (
          <Button icon={Printer} onClick={() => void print({ kind: 'PLATE_EDGE', labels: [label] })}>
            Print its label
          </Button>
        )}
        {mayTakeBack && (
          <Button
            icon={Undo2}
            onClick={() => {
              clear();
              setLeaving(true);
            }}
          >
            Take the plate back…
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={leaving}
        title={`Take the output plate of ${batch.julianId} back?`}
        confirmLabel="Take the plate back"
        danger
        reasonRequired
        onConfirm={takeBack}
        onClose={() => setLeaving(false)}
      >
        <p>
          Its tubes lose their location and the plate is retired. Tubes moved since then stay where they are.
        </p>
      </ConfirmDialog>
    </div>
  );
}

interface OutputPlate {
  panel: ReactNode;
  dialog: ReactNode;
  /** The batch was completed just now: offer a plate for its output. */
  offer(): void;
  /** Null when there is no output for a plate. */
  open: (() => void) | null;
}

/** Handle the output plate on a batch's page: offered at completion, created later, labeled, undone. */
export function useOutputPlate(view: BatchView): OutputPlate {
  const [dialogStep, setDialogStep] = useState<'offer' | 'make' | 'made' | null>(null);
  const print = usePrintLabels();
  const open = (): void => setDialogStep('make');
  const close = (): void => setDialogStep(null);
  const loose = view.outputs.some(({ sample }) => sample.storageLocationId === null);
  const { actor } = useReplica();
  const allowed = may(actor.role, 'lab/batches:update');
  const possible = allowed && view.outputPlate === null && loose;
  const label = outputPlateLabel(view);
  // The new tubes arrive a moment after the completion; a batch without output gets no offer.
  const asking = (dialogStep === 'offer' || dialogStep === 'make') && possible;
  return {
    panel: <OutputPlatePanel view={view} onMake={possible ? open : null} mayTakeBack={allowed} />,
    dialog: asking ? (
      <OutputPlateDialog
        view={view}
        isAfterCompletion={dialogStep === 'offer'}
        onClose={close}
        onMade={() => setDialogStep('made')}
      />
    ) : dialogStep === 'made' && view.outputPlate ? (
      <OutputPlateMade
        plate={view.outputPlate}
        onPrint={() => {
          close();
          if (label) void print({ kind: 'PLATE_EDGE', labels: [label] });
        }}
        onClose={close}
      />
    ) : null,
    offer: () => setDialogStep('offer'),
    open: possible ? open : null,
  };
}
