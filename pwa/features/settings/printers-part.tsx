import { Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { LABEL_DPI } from '#db/labels/label-kind.ts';
import { useLabPrinters } from '#pwa/printing/printer-list.ts';
import { printerSettings, savePrinterSettings } from '#pwa/printing/printer-settings.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { PrintLogPart } from './print-log-part.tsx';
import { WaitingPrintJobs } from './waiting-print-jobs.tsx';

const LOCAL = [
  { value: 'BROWSER', label: 'Browser' },
  { value: 'ZPL_FILE', label: 'ZPL file' },
];
const RESOLUTIONS = LABEL_DPI.map((dpi) => ({ value: String(dpi), label: `${dpi} dpi` }));

/** Printers of this device, and waiting print jobs. */
export function PrintersPart() {
  const replica = useReplica();
  const { printers, refresh } = useLabPrinters(replica);
  const print = usePrintLabels();
  const [settings, setSettings] = useState(printerSettings);
  const [problem, setProblem] = useState<string | null>(null);
  const known = printers.map(({ name, dpi }) => ({ value: name, label: `${name}, ${dpi} dpi` }));
  const choose = (changes: Partial<typeof settings>): void => {
    const next = { ...settings, ...changes };
    setSettings(next);
    savePrinterSettings(next);
  };
  const ask = (): void => {
    setProblem(null);
    refresh().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'The printers could not be read. Try again.'),
    );
  };
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Section
        title="Printer of this device"
        actions={
          <Button icon={RefreshCw} onClick={ask}>
            Look for printers
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {problem && (
            <div className="sm:col-span-2">
              <Notice tone="danger" title={problem} />
            </div>
          )}
          <Field label="Printer" required>
            {(control) => (
              <Select
                {...control}
                options={[...LOCAL, ...known]}
                value={settings.printer}
                onChange={(printer) => {
                  if (printer === '') return;
                  const dpi = printers.find(({ name }) => name === printer)?.dpi ?? settings.dpi;
                  choose({ printer, dpi });
                }}
              />
            )}
          </Field>
          <Field label="Resolution" required>
            {(control) => (
              <Select
                {...control}
                options={RESOLUTIONS}
                value={String(settings.dpi)}
                onChange={(text) => {
                  const dpi = LABEL_DPI.find((one) => String(one) === text);
                  if (dpi) choose({ dpi });
                }}
              />
            )}
          </Field>
          <div>
            <Button
              icon={Printer}
              onClick={() =>
                void print({ kind: 'TUBE', labels: [{ barcode: 'TEST-LABEL', lines: ['Test label'] }] })
              }
            >
              Print a test label
            </Button>
          </div>
        </div>
      </Section>
      <WaitingPrintJobs />
      <div className="xl:col-span-2">
        <PrintLogPart />
      </div>
    </div>
  );
}
