import { FileUp } from 'lucide-react';
import Papa from 'papaparse';
import { useId, useState } from 'react';
import type { Field } from '#db/protocols/field.ts';
import type { GridRow } from '#db/protocols/sections/section-run.ts';
import { isWellName } from '#db/values/plate-well.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type GridEntry, kindOf, normalText } from './entered-value.ts';
import type { RecordValues } from './use-record-values.ts';

/** The values that a file would record, or why the file is rejected. */
type ImportPlan =
  | { problem: string }
  | { problem: null; entries: GridEntry[]; columns: string[]; ignored: string[]; wells: number };

const normalizeName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const wellOf = (text: string): string => {
  const match = /^([A-H])0*(\d{1,2})$/i.exec(text.trim());
  return match ? `${match[1]?.toUpperCase()}${match[2]}` : text.trim();
};

/**
 * Read a CSV file with a column `well` and a column for each field by name or label. One unknown well rejects
 * it.
 */
export function planImport(text: string, fields: readonly Field[], rows: readonly GridRow[]): ImportPlan {
  const parsed = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
  const [header, ...lines] = parsed.data;
  const wellAt = (header ?? []).findIndex((name) =>
    ['well', 'position', 'well position'].includes(normalizeName(name)),
  );
  if (!header || wellAt === -1) return { problem: 'The file needs a header line with a column named well.' };
  const byName = new Map<string, Field>();
  for (const field of fields) {
    if (field.type === 'CALCULATION' || field.scope !== 'PER_SAMPLE') continue;
    byName.set(normalizeName(field.name), field);
    byName.set(normalizeName(field.label), field);
  }
  const columnFields = header.map((name, at) =>
    at === wellAt ? undefined : byName.get(normalizeName(name)),
  );
  if (!columnFields.some((field) => field))
    return {
      problem: `No column is a field of this section: ${[...new Set(fields.map((one) => one.label))].join(', ')}.`,
    };
  const byWell = new Map(rows.flatMap((row) => (row.well === null ? [] : [[row.well, row] as const])));
  const entries: GridEntry[] = [];
  const visitedWells = new Set<string>();
  for (const line of lines) {
    const well = wellOf(line[wellAt] ?? '');
    const row = byWell.get(well);
    if (!isWellName(well) || !row)
      return { problem: `Unknown well ${line[wellAt] ?? ''}. Nothing was imported.` };
    if (visitedWells.has(well))
      return { problem: `Well ${well} appears twice in the file. Nothing was imported.` };
    visitedWells.add(well);
    for (const [at, field] of columnFields.entries()) {
      const value = line[at]?.trim() ?? '';
      if (field && value !== '')
        entries.push({ lineId: row.id, columnId: field.id, text: normalText(kindOf(field), value) });
    }
  }
  if (entries.length === 0) return { problem: 'The file has no values.' };
  const ignored = header.filter((name, at) => at !== wellAt && !columnFields[at] && name.trim() !== '');
  return {
    problem: null,
    entries,
    columns: columnFields.flatMap((field) => field?.label ?? []),
    ignored,
    wells: visitedWells.size,
  };
}

function Preview({ plan, view }: { plan: Extract<ImportPlan, { problem: null }>; view: SectionView }) {
  const fields = view.run.own.filter((field) => plan.entries.some((one) => one.columnId === field.id));
  const rows = view.run.rows.filter((row) => plan.entries.some((one) => one.lineId === row.id));
  const textAt = (rowId: string, fieldId: string): string =>
    plan.entries.find((one) => one.lineId === rowId && one.columnId === fieldId)?.text ?? '';
  return (
    <>
      <p className="mb-2">{`${countOf(plan.entries.length, 'value')} for ${countOf(plan.wells, 'well')}: ${plan.columns.join(', ')}.`}</p>
      {plan.ignored.length > 0 && (
        <Notice tone="warning" title={`Columns that are left out: ${plan.ignored.join(', ')}`} />
      )}
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview scrolls and must do so by keyboard too
        tabIndex={0}
        className="mt-2 max-h-72 overflow-auto rounded-md border border-line"
      >
        <table className="w-full text-sm">
          <thead className="bg-sunken text-left text-ink-soft">
            <tr>
              <th className="px-2 py-1">Well</th>
              {fields.map((field) => (
                <th key={field.id} className="px-2 py-1">
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="border-line border-t">
                <th className="px-2 py-1 text-left font-normal">
                  <strong>{row.well}</strong> <span className="code">{row.barcode}</span>
                </th>
                {fields.map((field) => (
                  <td key={field.id} className="px-2 py-1 tabular-nums">
                    {textAt(row.id, field.id)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const typedFields = ({ run }: SectionView) =>
  run.own.filter((field) => field.scope === 'PER_SAMPLE' && field.type !== 'CALCULATION');

/** A dialog that imports values by well from a CSV file: first a preview, then recording on confirmation. */
export function ImportDialog(props: { view: SectionView; recording: RecordValues; onClose(): void }) {
  const { view, recording, onClose } = props;
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const read = async (file: File | undefined): Promise<void> => {
    if (file) setPlan(planImport(await file.text(), view.run.own, view.run.rows));
  };
  const apply = async (): Promise<void> => {
    if (plan?.problem !== null) return;
    setBusy(true);
    const entries = plan.entries.map(({ lineId, columnId, text }) => ({
      fieldId: columnId,
      rowId: lineId,
      text,
      inputMethod: 'IMPORTED' as const,
    }));
    const { problem, rejectedCount } = await recording.record(entries);
    if (rejectedCount === 0) recording.showFeedback('ok', `${countOf(entries.length, 'value')} imported.`);
    else {
      const title = `${entries.length - rejectedCount} of ${entries.length} values imported.`;
      recording.showFeedback(
        'warning',
        title,
        `Rejected values are shown in their cells with the reason. ${problem}`,
      );
    }
    onClose();
  };
  return (
    <Dialog
      open
      size="wide"
      title="Import values by well"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={FileUp}
            busy={busy}
            disabled={plan?.problem !== null}
            onClick={() => void apply()}
          >
            Record the values
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <label htmlFor={id} className="font-medium">
          CSV file with a column named well and a column for each field
        </label>
        <p className="text-ink-soft text-sm">
          {`Columns that are taken: ${typedFields(view)
            .map((field) => field.label)
            .join(', ')}.`}
        </p>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="block w-full min-w-0 rounded-md border border-line-strong border-dashed p-2 file:mr-3 file:min-h-control file:rounded-md file:border file:border-line-strong file:border-solid file:bg-surface file:px-3.5 file:font-medium file:text-ink hover:file:bg-hover"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        {plan?.problem && <Notice tone="danger" title={plan.problem} />}
        {plan?.problem === null && <Preview plan={plan} view={view} />}
      </div>
    </Dialog>
  );
}
