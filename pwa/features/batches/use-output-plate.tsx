import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { outputPlateLabel } from './batch-labels.ts';
import type { BatchView } from './batch-view.ts';
import { OutputPlateDialog } from './output-plate-dialog.tsx';
import { OutputPlateMade } from './output-plate-made.tsx';
import { OutputPlatePanel } from './output-plate-panel.tsx';

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
