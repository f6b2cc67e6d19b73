import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import type { Batch } from '#db/batches/batch.ts';
import type { BatchControl } from '#db/batches/batch-control.ts';
import type { Sample } from '#db/samples/sample.ts';
import { type SheetChoice, sheetSamplesOf } from '#db/sequencing/files/batch-sheet.ts';
import type { SheetSample } from '#db/sequencing/files/write-sample-sheet.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { SampleSheetForm } from './sample-sheet-form.tsx';
import { SheetComparison } from './sheet-comparison.tsx';

const emptyChoice = (samples: readonly SheetSample[]): SheetChoice => ({
  place: { column: 'position_id', value: '' },
  flowCellProductCode: null,
  kit: '',
  expansions: [],
  aliases: new Set(samples.map(({ alias }) => alias)),
});

interface SampleSheetProps {
  batch: Batch;
  samples: readonly Sample[];
  controls: readonly BatchControl[];
}

function SampleSheetDialog({ batch, samples, controls, onClose }: SampleSheetProps & { onClose(): void }) {
  const sheetSamples = sheetSamplesOf(samples, controls);
  const [choice, setChoice] = useState(() => emptyChoice(sheetSamples));
  return (
    <Dialog
      open
      size="wide"
      title={`Sample sheet of ${batch.julianId}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-6">
        <SampleSheetForm
          batch={batch}
          samples={sheetSamples}
          choice={choice}
          onChange={(changes) => setChoice((before) => ({ ...before, ...changes }))}
        />
        <SheetComparison batch={batch} samples={sheetSamples} />
      </div>
    </Dialog>
  );
}

/** Opens the sample sheet of a sequencing batch; other batches have none. */
export function SampleSheetButton(props: SampleSheetProps) {
  const [isOpen, setOpen] = useState(false);
  if (props.batch.type !== 'SEQUENCING' || props.samples.length === 0) return null;
  return (
    <>
      <Button icon={FileSpreadsheet} onClick={() => setOpen(true)}>
        Sample sheet
      </Button>
      {isOpen && <SampleSheetDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
