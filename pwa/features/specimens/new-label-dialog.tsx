import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Sample } from '#db/samples/sample.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';

interface NewLabelDialogProps {
  tube: Sample;
  specimen: Specimen;
  onClose(): void;
}

/** Prints the new label of a relabeled tube, also offline, and has it scanned back on the tube. */
export function NewLabelDialog({ tube, specimen, onClose }: NewLabelDialogProps) {
  const order = usePrintLabels();
  const [printing, setPrinting] = useState(false);
  const [printed, setPrinted] = useState(false);
  const verdict = useVerdict();
  useScan(
    ({ code }) => {
      const matches = sameBarcode(code, tube.barcode);
      verdict.show({
        verdict: matches ? 'ok' : 'error',
        title: matches
          ? 'The tube carries its label.'
          : `Label does not match ${specimen.julianId ?? tube.barcode}.`,
        code,
      });
    },
    { layer: 'dialog', enabled: !printing },
  );
  const matches = verdict.current?.verdict === 'ok';
  const print = async (): Promise<void> => {
    setPrinting(true);
    const lines = [
      specimen.customerSampleId.slice(0, 60),
      ...(specimen.receivedAt === null ? [] : [formatDate(specimen.receivedAt)]),
    ];
    const done = await order({ kind: 'TUBE', labels: [{ barcode: tube.barcode, lines }] });
    setPrinted((before) => before || done);
    setPrinting(false);
  };
  return (
    <Dialog
      open={!printing}
      title={`New label for ${tube.barcode}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{matches ? 'Done' : 'Later'}</Button>
          <Button variant={printed ? 'secondary' : 'primary'} icon={Printer} onClick={() => void print()}>
            {printed ? 'Print again' : 'Print the label'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {printed
            ? 'Put the new label on the tube over the wrong one, and scan it there.'
            : 'Print the new label, put it on the tube over the wrong one, and scan it there.'}
        </p>
        <ScanStation label="Scan the label on the tube" verdict={verdict} />
      </div>
    </Dialog>
  );
}
