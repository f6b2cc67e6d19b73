import { Wand2 } from 'lucide-react';
import { useState } from 'react';
import { isOpen } from '#db/batches/batch.ts';
import { barcodeKit, defaultDnaBarcodes } from '#db/batches/dna-barcodes.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { retainedDnaBarcode } from '#db/samples/sample.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { repeatedWells } from './plate-wells.ts';
import type { PlateOperations } from './use-plate-editing.ts';

interface DnaRow {
  id: string;
  name: string;
  well: string;
  dnaBarcode: string | null;
  isControl: boolean;
  /** A library that got its barcode in an earlier batch: the default does not change it. */
  ligated: boolean;
}

const rowsOf = (view: BatchView): DnaRow[] =>
  [
    ...view.samples.flatMap((row) =>
      row.plateLocation === null
        ? []
        : [
            {
              id: row.id,
              name: row.barcode,
              well: row.plateLocation,
              dnaBarcode: row.dnaBarcode,
              isControl: false,
              ligated: retainedDnaBarcode(row) !== null,
            },
          ],
    ),
    ...view.controls.map((row) => ({
      id: row.id,
      name: row.name,
      well: row.plateLocation,
      dnaBarcode: row.dnaBarcode,
      isControl: true,
      ligated: false,
    })),
  ].sort((a, b) => compareWells(a.well, b.well));

function DnaField({
  row,
  onSet,
  disabled,
}: {
  row: DnaRow;
  onSet(value: string | null): void;
  disabled: boolean;
}) {
  const [text, setText] = useState<string | null>(null);
  const leave = (): void => {
    const typed = (text ?? '').trim().toUpperCase();
    if (text !== null && typed !== (row.dnaBarcode ?? '')) onSet(typed === '' ? null : typed);
    setText(null);
  };
  const id = `dna-${row.id}`;
  return (
    <li className="flex items-center gap-2 py-1">
      <label htmlFor={id} className="flex min-w-0 flex-1 items-baseline">
        <span className="w-10 shrink-0 font-semibold tabular-nums">{row.well}</span>
        <span className={row.isControl ? 'min-w-0' : 'code'}>{row.name}</span>
      </label>
      <span className="w-28 shrink-0">
        <TextInput
          id={id}
          code
          value={text ?? row.dnaBarcode ?? ''}
          onChange={setText}
          onBlur={leave}
          disabled={disabled}
          maxLength={6}
        />
      </span>
    </li>
  );
}

/**
 * The DNA barcode of each well: filled with the kit's default, changed one by one, each unique on the flow
 * cell.
 */
export function DnaBarcodesPanel({ view, operations }: { view: BatchView; operations: PlateOperations }) {
  const code = view.procedure.dnaBarcodeKit;
  if (code === null) return null;
  const rows = rowsOf(view);
  const kit = barcodeKit(code);
  const editable = isOpen(view.batch.status);
  const repeated = [...new Set(repeatedWells(view.samples, view.controls).map((one) => one.text))];
  const set = (title: string, barcodes: { id: string; dnaBarcode: string | null }[]): void => {
    const before = rows
      .filter((row) => barcodes.some((one) => one.id === row.id))
      .map(({ id, dnaBarcode }) => ({ id, dnaBarcode }));
    const buildCall = (list: typeof before): BenchCall => ({
      name: 'set-dna-barcodes',
      args: { batchId: view.batch.id, barcodes: list },
    });
    const well =
      barcodes.length === 1 ? (rows.find((row) => row.id === barcodes[0]?.id)?.well ?? null) : null;
    void operations.perform({ title, well, operation: buildCall(barcodes), undo: [buildCall(before)] });
  };
  const fill = (): void => {
    if (!kit) return;
    try {
      const wells = defaultDnaBarcodes(
        kit,
        rows.map((row) => row.well),
      );
      const barcodes = rows
        .filter((row) => !row.ligated)
        .map((row) => ({ id: row.id, dnaBarcode: wells.get(row.well) ?? null }));
      if (barcodes.length > 0)
        set(`${countOf(barcodes.length, 'well has its', 'wells have their')} DNA barcode`, barcodes);
      else operations.showAnswer('ok', 'Every library keeps the barcode that was ligated to it');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      operations.showAnswer('error', error.message);
    }
  };
  return (
    <Section
      title="DNA barcodes"
      actions={
        editable &&
        kit &&
        rows.length > 0 && (
          <Button icon={Wand2} onClick={fill}>
            Default fill
          </Button>
        )
      }
    >
      <p className="text-ink-soft text-sm">{`Kit ${code}`}</p>
      {repeated.map((text) => (
        <Notice key={text} tone="danger" title={text} />
      ))}
      {rows.length === 0 && <p className="pt-2">Place samples first.</p>}
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list without enabled fields is scrolled by keyboard too
        tabIndex={0}
        aria-label="DNA barcodes"
        className="mt-1 max-h-96 divide-y divide-line overflow-y-auto"
      >
        {rows.map((row) => (
          <DnaField
            key={row.id}
            row={row}
            disabled={!editable}
            onSet={(value) =>
              set(`${row.well} has ${value ?? 'no DNA barcode'}`, [{ id: row.id, dnaBarcode: value }])
            }
          />
        ))}
      </ul>
    </Section>
  );
}
