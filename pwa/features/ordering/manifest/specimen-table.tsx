import { Link } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { checkRequisitionNumber } from '#db/api/specimens/lab-specimens.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { MAX_ROWS, type ManifestColumn, type ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import type { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { isProvisional } from '#db/ordering/manifest/requisition-number.ts';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import { AllRows } from './all-rows.tsx';
import { parseBlock, pasteBlock, withCell, withoutRows, withSpace } from './draft-specimen-rows.ts';
import { PatientName, PatientOptions } from './patient-picker.tsx';
import { choicesOf, columnsFor } from './specimen-columns.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';

/**
 * Reports typed requisition numbers that cannot be used. Saving checks them again, so a failed check is
 * ignored.
 */
function useRequisitionCheck(orderId: string) {
  const [messages, setMessages] = useState<Readonly<Record<string, string | null>>>({});
  const check = async (typed: string): Promise<void> => {
    const requisitionNumber = typed.trim();
    if (requisitionNumber === '' || requisitionNumber in messages) return;
    const answer = await call(checkRequisitionNumber, { query: { requisitionNumber, orderId } }).catch(
      () => null,
    );
    if (answer) setMessages((before) => ({ ...before, [requisitionNumber]: answer.message }));
  };
  return { check, problemOf: (typed: string | undefined) => messages[typed?.trim() ?? ''] ?? null };
}

/** Fields that every row needs where the column is shown. */
const REQUIRED: readonly ManifestColumn['needed'][] = ['always', 'plate', 'clinical'];
/** As many rows as a plate has wells. */
const PAGE = 96;
const HINTS = [
  { keys: ['Enter'], does: 'next row' },
  { keys: ['↑', '↓'], does: 'move' },
  { keys: ['Ctrl', 'D'], does: 'as above' },
  { keys: ['Ctrl', 'V'], does: 'paste a block' },
];

const cellId = (table: string, row: number, field: string): string => `${table}-${row}-${field}`;

interface CellProps {
  table: string;
  row: ManifestRow;
  column: ManifestColumn;
  /** The fault of the cell. */
  problem: string | null;
  hasList: boolean;
  /** The patient of a saved record number. */
  patient?: ReactNode;
  /** The suggested value. */
  example: string | undefined;
  onChange(text: string): void;
}

function Cell({ table, row, column, problem, hasList, patient, example, onChange }: CellProps) {
  const id = cellId(table, row.row, column.field);
  return (
    <td className="border-line border-b border-l p-0 align-top">
      <input
        id={id}
        data-row={row.row}
        data-field={column.field}
        aria-label={`${column.header}, row ${row.row}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-fault` : undefined}
        data-tone={problem ? 'danger' : undefined}
        list={hasList ? `${table}-${column.field}` : undefined}
        value={shownCell(column.field, row.cells[column.field] ?? '')}
        placeholder={example}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full border-0 bg-transparent px-2 text-ink focus-visible:-outline-offset-2 aria-invalid:bg-tone-soft md:min-h-9"
      />
      {patient && !problem && <span className="block px-2 pb-1 text-ink-soft text-xs">{patient}</span>}
      {problem && (
        <span id={`${id}-fault`} data-tone="danger" className="block px-2 pb-1 text-tone-ink text-xs">
          {problem}
        </span>
      )}
    </td>
  );
}

/** The number of a draft's row only identifies it; the specimen is numbered when the order is submitted. */
const shownCell = (field: ManifestField, text: string): string =>
  field === 'requisitionNumber' && isProvisional(text) ? '' : text;

/** Handle spreadsheet keys; the browser keeps the others. */
function useKeys(table: string, specimenRows: SpecimenRows) {
  const focus = (row: number, field: string): void => {
    const input = document.getElementById(cellId(table, row, field));
    if (input instanceof HTMLInputElement) {
      input.focus();
      input.select();
    }
  };
  const keyDown = (event: KeyboardEvent<HTMLElement>, columns: readonly ManifestColumn[]): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const row = Number(target.dataset['row']);
    const column = columns.find(({ field }) => field === target.dataset['field']);
    if (!column) return;
    const isList = target.hasAttribute('list');
    if (key === 'Enter' || (!isList && key === 'ArrowDown')) focus(row + 1, column.field);
    else if (!isList && key === 'ArrowUp') focus(row - 1, column.field);
    else if (key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      const above = shownCell(column.field, specimenRows.rows[row - 2]?.cells[column.field] ?? '');
      specimenRows.change((rows) => withCell(rows, row, column.field, above));
    } else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLElement>, columns: readonly ManifestColumn[]): void => {
    const { target } = event;
    const text = event.clipboardData.getData('text');
    if (!(target instanceof HTMLInputElement) || !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    const from = columns.findIndex(({ field }) => field === target.dataset['field']);
    const at = { row: Number(target.dataset['row']), fields: columns.slice(from).map(({ field }) => field) };
    specimenRows.change((rows) => pasteBlock(rows, parseBlock(text), at));
  };
  return { focus, keyDown, paste };
}

/** The specimens as a table to type into or to fill from a spreadsheet. */
export function SpecimenTable({ draft, specimenRows }: { draft: ShownDraft; specimenRows: SpecimenRows }) {
  const table = useId();
  const [page, setPage] = useState(0);
  const [all, setAll] = useState(false);
  const [typedPatient, setTypedPatient] = useState('');
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const { keyDown, paste } = useKeys(table, specimenRows);
  const requisitions = useRequisitionCheck(draft.order.id);
  const { rows, manifestFaults, change } = specimenRows;
  const columns = columnsFor(draft, rows, all);
  const faultAt = new Map(
    manifestFaults.map((manifestFault) => [`${manifestFault.row} ${manifestFault.field}`, manifestFault]),
  );
  const problemAt = (row: ManifestRow, field: ManifestField): string | null =>
    faultAt.get(`${row.row} ${field}`)?.problem ??
    (field === 'requisitionNumber' ? requisitions.problemOf(row.cells[field]) : null);
  const checkLeft = ({ target }: FocusEvent<HTMLElement>): void => {
    if (target instanceof HTMLInputElement && target.dataset['field'] === 'requisitionNumber')
      void requisitions.check(target.value);
  };
  const hasPatients = columns.some(({ field }) => field === 'patientMrn');
  const savedNumbers = new Set(draft.requisitions.map(({ patientMrn }) => patientMrn));
  const patientOf = (field: ManifestField, recordNumber = ''): ReactNode =>
    field === 'patientMrn' && savedNumbers.has(recordNumber) ? (
      <PatientName recordNumber={recordNumber} />
    ) : null;
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const currentPage = Math.min(page, pages - 1);
  const visibleRows = rows.slice(currentPage * PAGE, (currentPage + 1) * PAGE);
  const mark = (row: number, on: boolean): void => {
    const next = new Set(marked);
    if (on) next.add(row);
    else next.delete(row);
    setMarked(next);
  };
  const remove = (): void => {
    change((before) => withSpace(withoutRows(before, marked), 1));
    setMarked(new Set());
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <KeyboardHints hints={HINTS} />
        <Checkbox label="All columns" value={all} onChange={setAll} />
      </div>
      {columns.map(({ field }) => {
        const choices = choicesOf(field, draft);
        return (
          choices.length > 0 && (
            <datalist key={field} id={`${table}-${field}`}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )
        );
      })}
      {hasPatients && <PatientOptions id={`${table}-patientMrn`} typed={typedPatient} />}
      <div className="overflow-x-auto rounded-md border border-line">
        <table
          aria-label="Specimens"
          className="w-full border-collapse text-left text-sm"
          onKeyDown={(event) => keyDown(event, columns)}
          onPaste={(event) => paste(event, columns)}
          onBlur={checkLeft}
        >
          <thead>
            <tr className="border-line border-b bg-sunken">
              <th scope="col" className="px-2 py-2">
                <span className="sr-only">Row</span>#
              </th>
              {columns.map(({ field, header, needed: requirement }) => (
                <th key={field} scope="col" className="whitespace-nowrap px-2 py-2 font-semibold">
                  {header}
                  {REQUIRED.includes(requirement) && <span aria-hidden> *</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <AllRows {...{ table, columns, draft, specimenRows }} />
            {visibleRows.map((row) => (
              <tr key={row.row}>
                <th scope="row" className="border-line border-b px-1 py-0 font-normal tabular-nums">
                  <label className="flex min-h-11 min-w-14 items-center gap-2 px-1 md:min-h-9">
                    <input
                      type="checkbox"
                      aria-label={`Select row ${row.row}`}
                      checked={marked.has(row.row)}
                      onChange={(event) => mark(row.row, event.target.checked)}
                      className="size-4 accent-accent"
                    />
                    {row.row}
                  </label>
                </th>
                {columns.map((column) => (
                  <Cell
                    key={column.field}
                    table={table}
                    row={row}
                    column={column}
                    problem={problemAt(row, column.field)}
                    hasList={column.field === 'patientMrn' || choicesOf(column.field, draft).length > 0}
                    patient={patientOf(column.field, row.cells.patientMrn)}
                    example={column.field === 'collectedAt' && row.row === 1 ? '2026-11-21 14:30' : undefined}
                    onChange={(text) => {
                      if (column.field === 'patientMrn') setTypedPatient(text);
                      change((before) => withCell(before, row.row, column.field, text));
                    }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasPatients && <ClinicalHelp />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={Plus}
          disabled={rows.length >= MAX_ROWS}
          onClick={() => change((before) => withSpace(before, before.length + 8))}
        >
          Add 8 rows
        </Button>
        {marked.size > 0 && (
          <Button icon={Trash2} onClick={remove}>
            {marked.size === 1 ? 'Remove 1 row' : `Remove ${marked.size} rows`}
          </Button>
        )}
        {pages > 1 && <Pages page={currentPage} pages={pages} onPage={setPage} />}
      </div>
    </div>
  );
}

/** The source of the numbers that a clinical order needs. */
const ClinicalHelp = () => (
  <p className="text-ink-soft text-sm">
    Type a name to find a patient, or add one under{' '}
    <Link to="/patients" target="_blank" rel="noreferrer" className="underline">
      Patients
    </Link>
    . Use lab time, for example 2026-11-21 14:30.
  </p>
);

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  return (
    <div className="ml-auto flex items-center gap-2">
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous rows
      </Button>
      <span className="tabular-nums">{`${page * PAGE + 1} to ${(page + 1) * PAGE}`}</span>
      <Button disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        Next rows
      </Button>
    </div>
  );
}
