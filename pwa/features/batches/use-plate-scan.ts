import { type RefObject, useCallback } from 'react';
import { placementProblem } from '#db/batches/placement-problem.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { rowOf } from '#pwa/replica/document.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import type { BatchView } from './batch-view.ts';
import type { Picked } from './plate-picking.ts';
import { wellOfCode } from './well-code.ts';

interface PlateScan {
  view: BatchView;
  locked: boolean;
  /** What is held now, also before the page is drawn again. */
  held: RefObject<Picked | null>;
  pick(picked: Picked | null): void;
  put(well: string): Promise<void>;
  select(wells: ReadonlySet<string>): void;
  say(verdict: Verdict, title: string, detail?: string | null): void;
}

/** A scanned tube is held, the next scanned well label takes it; on a started batch a scan shows the tube's well. */
export function usePlateScan(plate: PlateScan): void {
  const { view, locked, held, pick, put, select, say } = plate;
  const lookup = useLookup();
  const ask = useAskRules();
  const { batch, procedure } = view;

  const wellScanned = async (well: string): Promise<void> => {
    if (held.current && !locked) return put(well);
    select(new Set([well]));
    const there = view.layout.get(well);
    const name =
      view.samples.find((row) => row.id === there?.id)?.barcode ??
      view.controls.find((row) => row.id === there?.id)?.name;
    if (locked) say('ok', name === undefined ? `${well} is empty` : `${name} is in ${well}`);
    else say('warning', 'Scan a tube first', `Then scan the label of ${well}.`);
  };
  const tubeScanned = async (row: Sample, scan: Scan): Promise<void> => {
    const here = row.batchId === batch.id;
    if (here && row.plateLocation !== null) select(new Set([row.plateLocation]));
    if (locked) {
      if (here && row.plateLocation !== null) say('ok', `${row.barcode} is in ${row.plateLocation}`);
      else say('error', `${row.barcode} is not in batch ${batch.julianId}`);
      return;
    }
    if (scan.repeat && held.current?.kind === 'tube' && held.current.row.id === row.id)
      return say('repeat', `${row.barcode} was just scanned`, 'Scan its well now.');
    const problem = here
      ? null
      : await ask((tx, context) => placementProblem(tx, context, { batch, procedure, sample: row }));
    if (problem && !problem.override) {
      pick(null);
      return say('error', problem.message);
    }
    pick({ kind: 'tube', row });
    if (problem)
      return say('warning', problem.message, 'Your role may place it all the same. Scan its well.');
    const now = here && row.plateLocation !== null ? `It is in ${row.plateLocation} now.` : null;
    say('ok', `${row.barcode}: scan its well`, now);
  };
  const isWell = useCallback(
    (code: string): boolean => wellOfCode(code, batch.julianId) !== null,
    [batch.julianId],
  );
  useScan(
    async (scan) => {
      const well = wellOfCode(scan.code, batch.julianId);
      if (well !== null) return wellScanned(well);
      const found = await lookup(scan.code);
      const tube = found.find((document) => document.kind === 'Sample');
      if (tube) return tubeScanned(rowOf(sample, tube.body), scan);
      if (found.length > 0)
        return say('error', `${scan.code} is not a tube`, 'Scan the label of a tube or of a well.');
      say(
        'error',
        `${scan.code} is not known on this device`,
        'Check the label, or sync this device and scan it again.',
      );
    },
    { isExpected: isWell },
  );
}
