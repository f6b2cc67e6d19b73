import type { RefObject } from 'react';
import { useRef } from 'react';
import { certification } from '#db/inventory/certification.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { equipmentProblem } from '#db/inventory/equipment-problem.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { recordedOf, takesSeveralLots, valueKey } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { currentOf, isLive, loadSectionRun, type SectionRun } from '#db/protocols/section-run.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { ShownDocument } from '#pwa/replica/read-view.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import type { SectionView } from './section-view.ts';
import type { RecordValues } from './use-record-values.ts';

/** The value that a scan goes to: the one that has the focus, else the one that waits for such a code. */
export interface ScanTarget {
  fieldId: string;
  rowId: string | null;
}

const takesScans = (field: Field): boolean => field.type === 'BARCODE' || field.type === 'LOT_NUMBER';

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

/** The first well in plate order that has no value of the field yet. */
function nextRow(run: SectionRun, field: Field): string | null {
  if (field.scope === 'PER_BATCH') return null;
  const current = currentOf(run);
  const rows = run.rows.filter(
    (row) => isLive(row) && (field.barcodeType !== 'SAMPLE' || row.sample !== null),
  );
  return rows.find((row) => !current.has(valueKey(field.id, row.id)))?.id ?? null;
}

interface SectionScan {
  view: SectionView;
  recording: RecordValues;
  /** The cell that has the focus, also before the page is drawn again. */
  active: RefObject<ScanTarget | null>;
}

/** A scan of an instrument notes its use; any other code goes to the field that waits for it, with its verdict. */
export function useSectionScan({ view, recording, active }: SectionScan): void {
  const ask = useAskRules();
  const lookup = useLookup();
  const runOperation = useRunOperation();
  const { say } = recording;
  // A hand scanner is faster than the page is drawn anew: what was just recorded is not shown yet.
  const scanned = useRef(new Set<string>());

  const noteEquipment = async (document: ShownDocument): Promise<void> => {
    const tool = rowOf(equipment, document.body);
    const certificates = childRows(certification, document.body, 'certifications');
    const problem = equipmentProblem(tool, certificates, view.labDay);
    playScanTone(problem ? 'error' : 'ok');
    if (problem) return say('error', problem.message);
    const args = { assignedSectionId: view.run.assigned.id, equipmentId: tool.id };
    await runOperation('scan-equipment', args);
    say('ok', `${tool.name} is noted`);
  };
  const targetOf = async (code: string, document: ShownDocument | undefined): Promise<ScanTarget | null> => {
    const focused = view.run.own.find((one) => one.id === active.current?.fieldId);
    if (focused && takesScans(focused)) return active.current;
    const field = fieldFor(view, code, document);
    if (!field) return null;
    // Read anew: the scan before this one may not be drawn yet.
    const run = await ask((tx, context) => loadSectionRun(tx, context, view.run.assigned.id));
    return { fieldId: field.id, rowId: nextRow(run ?? view.run, field) };
  };
  const isListed = async (field: Field, document: ShownDocument | undefined): Promise<boolean> => {
    if (!takesSeveralLots(field) || document?.kind !== 'InventoryItem') return false;
    const run = await ask((tx, context) => loadSectionRun(tx, context, view.run.assigned.id));
    const lots = recordedOf(currentOf(run ?? view.run), field.id);
    return lots.some((lot) => lot.current.inventoryItemId === document.id);
  };
  useScan(async (scan) => {
    const found = await lookup(scan.code);
    const tool = found.find((document) => document.kind === 'Equipment');
    const locked = view.lockedText;
    if (tool && locked === null) return noteEquipment(tool);
    if (locked !== null) {
      playScanTone('error');
      return say('error', locked);
    }
    const target = await targetOf(scan.code, found[0]);
    const field = view.run.own.find((one) => one.id === target?.fieldId);
    const row = view.run.rows.find((one) => one.id === target?.rowId);
    if (!target || !field || (field.scope === 'PER_SAMPLE' && !row)) {
      playScanTone('error');
      const text = field
        ? `Every well has its ${field.label} already`
        : `No value of this section waits for ${scan.code}`;
      return say('error', text);
    }
    const text = field.type === 'LOT_NUMBER' && found[0]?.kind === 'InventoryItem' ? found[0].id : scan.code;
    const listed = await isListed(field, found[0]);
    const { problem, warning } = await recording.record([
      { ...target, text, shownAs: scan.code, inputMethod: 'SCAN' },
    ]);
    playScanTone(problem !== null ? 'error' : listed ? 'repeat' : 'ok');
    if (problem !== null) return say('error', problem);
    scanned.current.add(valueKey(target.fieldId, target.rowId));
    // What the rule warns of stays in sight.
    if (warning !== null) return;
    if (listed) return say('repeat', `${scan.code} is on the list of ${field.label} already`);
    say('ok', row ? `${scan.code} in ${row.well ?? row.barcode}` : `${field.label}: ${scan.code}`);
    if (active.current && row) {
      const live = view.run.rows.filter(isLive);
      const next = live[live.findIndex((one) => one.id === row.id) + 1];
      active.current = next ? { fieldId: field.id, rowId: next.id } : null;
    }
  });
}
