import { type RefObject, useCallback } from 'react';
import { placementProblem } from '#db/batches/layout/placement-problem.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { isWellName } from '#db/values/plate-well.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import type { Picked } from './plate-change.ts';

/**
 * Parse a scanned or typed well: `A1`, `WELL-A1` as printed on a plate frame, or the batch's own number with
 * the well (`W26325-E01-A1`); null for others. A bare suffix is not enough, because sample labels may end
 * alike.
 */
export function wellOfCode(code: string, julianId: string): string | null {
  const text = code.trim().toUpperCase();
  const rest = text.startsWith(`${julianId.toUpperCase()}-`)
    ? text.slice(julianId.length + 1)
    : text.replace(/^WELL[-_ :]/, '');
  const match = /^([A-H])0?(\d{1,2})$/.exec(rest);
  const well = match ? `${match[1]}${match[2]}` : '';
  return isWellName(well) ? well : null;
}

interface PlateScan {
  view: BatchView;
  locked: boolean;
  /** The held item, current before the next render. */
  heldItem: RefObject<Picked | null>;
  pick(picked: Picked | null): void;
  placeHeldItem(well: string): Promise<void>;
  select(wells: ReadonlySet<string>): void;
  showAnswer(verdict: Verdict, title: string, detail?: string | null): void;
}

/**
 * Handle scans: a scanned tube is held, the next well label takes it; on a started batch a scan shows the
 * tube's well.
 */
export function usePlateScan(plate: PlateScan): void {
  const { view, locked, heldItem, pick, placeHeldItem, select, showAnswer } = plate;
  const lookup = useLookup();
  const ask = useAskRules();
  const { batch, procedure } = view;

  const handleWellScan = async (well: string): Promise<void> => {
    if (heldItem.current && !locked) return placeHeldItem(well);
    select(new Set([well]));
    const content = view.layout.get(well);
    const name =
      view.samples.find((row) => row.id === content?.id)?.barcode ??
      view.controls.find((row) => row.id === content?.id)?.name;
    if (locked) showAnswer('ok', name === undefined ? `${well} is empty` : `${name} is in ${well}`);
    else showAnswer('warning', 'Scan a tube first', `Then scan the label of ${well}.`);
  };
  const handleTubeScan = async (row: Sample, scan: Scan): Promise<void> => {
    const isInBatch = row.batchId === batch.id;
    if (isInBatch && row.plateLocation !== null) select(new Set([row.plateLocation]));
    if (locked) {
      if (isInBatch && row.plateLocation !== null)
        showAnswer('ok', `${row.barcode} is in ${row.plateLocation}`);
      else showAnswer('error', `${row.barcode} is not in batch ${batch.julianId}`);
      return;
    }
    if (scan.repeat && heldItem.current?.kind === 'tube' && heldItem.current.row.id === row.id)
      return showAnswer('repeat', `${row.barcode} was just scanned`, 'Scan its well now.');
    const problem = isInBatch
      ? null
      : await ask((tx, context) => placementProblem(tx, context, { batch, procedure, sample: row }));
    if (problem && !problem.override) {
      pick(null);
      return showAnswer('error', problem.message);
    }
    pick({ kind: 'tube', row });
    if (problem)
      return showAnswer('warning', problem.message, 'Your role may place it all the same. Scan its well.');
    const now = isInBatch && row.plateLocation !== null ? `Now in ${row.plateLocation}.` : null;
    showAnswer('ok', `${row.barcode}: scan its well`, now);
  };
  const isWell = useCallback(
    (code: string): boolean => wellOfCode(code, batch.julianId) !== null,
    [batch.julianId],
  );
  useScan(
    async (scan) => {
      const well = wellOfCode(scan.code, batch.julianId);
      if (well !== null) return handleWellScan(well);
      const documents = await lookup(scan.code);
      const tube = documents.find((document) => document.kind === 'Sample');
      if (tube) return handleTubeScan(rowOf(sample, tube.body), scan);
      if (documents.length > 0)
        return showAnswer('error', `${scan.code} is not a tube`, 'Scan the label of a tube or of a well.');
      showAnswer(
        'error',
        `${scan.code} is not known on this device`,
        'Check the label, or sync this device and scan it again.',
      );
    },
    { isExpected: isWell },
  );
}
