import type { RefObject } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { certification } from '#db/inventory/certification.ts';
import { equipmentProblem } from '#db/inventory/certification-due.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import type { Field } from '#db/protocols/field.ts';
import {
  currentOf,
  type GridRow,
  isLive,
  loadSectionRun,
  type SectionRun,
} from '#db/protocols/sections/section-run.ts';
import { recordedOf, takesSeveralLots, valueKey } from '#db/protocols/values/current-values.ts';
import { fillPlateBarcodes } from '#db/protocols/values/plate-barcodes.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { type Correction, takesScans } from '#pwa/features/protocols/values/entered-value.ts';
import type { RecordValues } from '#pwa/features/protocols/values/use-record-values.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import type { SectionView } from './section-view.ts';

/** Find the value for a scan: the focused one, else the one that waits for such a code. */
export interface ScanTarget {
  fieldId: string;
  rowId: string | null;
}

function fieldFor(view: SectionView, code: string, document: ShownDocument | undefined): Field | undefined {
  const fields = view.run.own.filter(takesScans);
  const barcodes = (type: Field['barcodeType']) => fields.find((one) => one.barcodeType === type);
  if (document?.kind === 'Sample') return barcodes('SAMPLE');
  if (document?.kind === 'InventoryItem') {
    const item = rowOf(inventoryItem, document.body);
    const lots = fields.filter((one) => one.type === 'LOT_NUMBER');
    return (
      lots.find((one) => one.inventoryTypeId === item.inventoryTypeId) ??
      barcodes('FLOW_CELL') ??
      barcodes('INVENTORY_ITEM') ??
      lots[0]
    );
  }
  if (/^[A-Z]{2,3}\d{2,3}$/.test(code) && barcodes('DNA_BARCODE')) return barcodes('DNA_BARCODE');
  return fields.length === 1 ? fields[0] : undefined;
}

/** Find the first well in plate order without a value of the field. */
function nextRow(run: SectionRun, field: Field): string | null {
  if (field.scope === 'PER_BATCH') return null;
  const current = currentOf(run);
  const rows = run.rows.filter(
    (row) => isLive(row) && (field.barcodeType !== 'SAMPLE' || row.sample !== null),
  );
  return rows.find((row) => !current.has(valueKey(field.id, row.id)))?.id ?? null;
}

/** Move the focus to the next value of a row: the first empty code, else the first empty value, else the first. */
function focusRow(rowId: string): void {
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>(
      `[data-row="${CSS.escape(rowId)}"] input:not(:disabled, [readonly])`,
    ),
  ];
  const empty = inputs.filter(({ value }) => value === '');
  const input = empty.find(({ inputMode }) => inputMode === 'none') ?? empty[0] ?? inputs[0];
  input?.focus();
  input?.scrollIntoView({ block: 'center' });
}

interface SectionScan {
  view: SectionView;
  recording: RecordValues;
  /** The focused cell, current before the next render. */
  active: RefObject<ScanTarget | null>;
}

/**
 * Handle scans: an instrument's scan records its use; any other code goes to the field that waits for it,
 * with its verdict.
 */
export function useSectionScan({ view, recording, active }: SectionScan): void {
  const ask = useAskRules();
  const lookup = useLookup();
  const runOperation = useRunOperation();
  const { showFeedback } = recording;
  const readRun = () =>
    ask(async (tx, context) => {
      const run = await loadSectionRun(tx, context, view.run.assigned.id);
      await fillPlateBarcodes(tx, context, run);
      return run;
    });
  /** Answer a scan that recorded nothing. */
  const refuse = (text: string): void => {
    playScanTone('error');
    showFeedback('error', text);
  };
  const announceQuestion = (field: Field, row: GridRow | undefined): void => {
    playScanTone('warning');
    showFeedback(
      'warning',
      `${row?.well ?? row?.barcode ?? field.label} has a value already`,
      'Nothing was recorded.',
    );
  };
  /** While a question is open a scan answers it or is refused; it is never recorded elsewhere. */
  const answer = async ({ before, replacement, needsReason }: Correction, scan: Scan): Promise<void> => {
    if (!needsReason && sameBarcode(scan.code, before)) return recording.leaveCorrection();
    if (needsReason || !sameBarcode(scan.code, replacement)) return refuse('Answer the question first');
    // A double pull of the trigger is no answer.
    if (scan.repeat) {
      playScanTone('repeat');
      return showFeedback('repeat', 'Scanned twice', `Scan ${scan.code} again to replace ${before}.`);
    }
    if (await recording.correct('')) playScanTone('ok');
  };
  const noteEquipment = async (document: ShownDocument): Promise<void> => {
    const tool = rowOf(equipment, document.body);
    const certificates = childRows(certification, document.body, 'certifications');
    const problem = equipmentProblem(tool, certificates, view.labDay);
    if (problem) return refuse(problem.message);
    const args = { assignedSectionId: view.run.assigned.id, equipmentId: tool.id };
    try {
      const { outcome, message } = await runOperation('scan-equipment', args);
      if (outcome === 'REJECTED') return refuse(message ?? MESSAGES.unknownError);
    } catch (error) {
      return refuse(error instanceof AppError ? error.message : MESSAGES.unknownError);
    }
    playScanTone('ok');
    showFeedback('ok', `${tool.name} is noted`);
  };
  const targetOf = async (
    code: string,
    document: ShownDocument | undefined,
    focus: ScanTarget | null,
  ): Promise<ScanTarget | null> => {
    const focused = view.run.own.find((one) => one.id === focus?.fieldId);
    if (focused && takesScans(focused)) return focus;
    const field = fieldFor(view, code, document);
    if (!field) return null;
    // The record is read again, because the previous scan may not be rendered yet.
    const run = await readRun();
    // A tube is checked in its own row, whatever the order of the scans.
    const own = field.scope === 'PER_SAMPLE' && view.run.rows.find((row) => row.id === document?.id);
    return { fieldId: field.id, rowId: own ? own.id : nextRow(run ?? view.run, field) };
  };
  const isListed = async (field: Field, document: ShownDocument | undefined): Promise<boolean> => {
    if (!takesSeveralLots(field) || document?.kind !== 'InventoryItem') return false;
    const run = await readRun();
    const lots = recordedOf(currentOf(run ?? view.run), field.id);
    return lots.some((lot) => lot.current.inventoryItemId === document.id);
  };
  useScan(async (scan) => {
    const question = recording.openQuestion();
    if (question) return answer(question, scan);
    // The focus counts at the time of the scan, not of the look-up.
    const focus = active.current;
    const documents = await lookup(scan.code);
    const tool = documents.find((document) => document.kind === 'Equipment');
    const locked = view.lockedText;
    if (tool && locked === null) return noteEquipment(tool);
    if (locked !== null) return refuse(locked);
    const tube = view.run.rows.find((row) =>
      documents.some(({ kind, id }) => kind === 'Sample' && id === row.id),
    );
    if (tube && !view.run.own.some(({ barcodeType }) => barcodeType === 'SAMPLE')) {
      playScanTone('ok');
      showFeedback('ok', `${tube.barcode} is in ${tube.well ?? 'no well'}`);
      return focusRow(tube.id);
    }
    const target = await targetOf(scan.code, documents[0], focus);
    const field = view.run.own.find((one) => one.id === target?.fieldId);
    const row = view.run.rows.find((one) => one.id === target?.rowId);
    if (!target || !field || (field.scope === 'PER_SAMPLE' && !row))
      return refuse(
        field ? `Every well has its ${field.label} already` : `${scan.code} fits no value of this section`,
      );
    const text =
      field.type === 'LOT_NUMBER' && documents[0]?.kind === 'InventoryItem' ? documents[0].id : scan.code;
    const isOnList = await isListed(field, documents[0]);
    const { problem, warning, outcome } = await recording.record([
      // The user has not seen the recorded value there: a scan replaces nothing without a confirmation.
      { ...target, text, shownAs: scan.code, inputMethod: 'SCAN', baseline: '' },
    ]);
    if (problem !== null) return refuse(problem);
    if (outcome === 'question') return announceQuestion(field, row);
    const isRepeat = isOnList || outcome === 'same';
    playScanTone(isRepeat ? 'repeat' : warning === null ? 'ok' : 'warning');
    // The rule's warning stays visible.
    if (warning !== null) return;
    if (isOnList) return showFeedback('repeat', `${scan.code} is on the list of ${field.label} already`);
    const placeName = row ? (row.well ?? row.barcode) : null;
    if (isRepeat)
      return showFeedback('repeat', `${scan.code} is recorded in ${placeName ?? field.label} already`);
    showFeedback('ok', placeName === null ? `${field.label}: ${scan.code}` : `${scan.code} in ${placeName}`);
    if (row && focus === target && active.current === focus) {
      const live = view.run.rows.filter(isLive);
      const next = live[live.findIndex((one) => one.id === row.id) + 1];
      // oxlint-disable-next-line react/immutability -- a ref of the page: the next scan comes before the next render
      active.current = next ? { fieldId: field.id, rowId: next.id } : null;
    }
  });
}
