import type { Specimen } from '#db/specimens/specimen.ts';
import type { ManifestContext } from './manifest-context.ts';
import type { ManifestRow } from './manifest-row.ts';
import { judgeRows, type ManifestVerdict } from './read-manifest.ts';

interface SplitRows {
  verdict: Pick<ManifestVerdict, 'faults' | 'warnings' | 'drafts' | 'complete'>;
  /** The saved specimens of rows with errors, with the places of their rows. */
  kept: { specimenId: string; row: number }[];
}

/**
 * Split typed rows: those without errors are saved, and the saved state of the others stays. A row that needs
 * a name or well of such a state waits too.
 */
export function splitRows(
  rows: readonly ManifestRow[],
  context: ManifestContext,
  current: readonly Specimen[],
): SplitRows {
  const byNumber = new Map(current.map((one) => [one.requisitionNumber, one]));
  const retained = new Map<number, Specimen>();
  const faults: ManifestVerdict['faults'] = [];
  let open = rows;
  for (;;) {
    const staying = [...context.staying, ...retained.values()];
    const verdict = judgeRows(open, { ...context, staying });
    faults.push(...verdict.faults);
    if (verdict.faults.length === 0)
      return {
        verdict: { ...verdict, faults: faults.sort((a, b) => a.row - b.row) },
        kept: [...retained].map(([row, { id }]) => ({ specimenId: id, row })),
      };
    const wrong = new Set(verdict.faults.map(({ row }) => row));
    for (const { row, cells } of open) {
      const saved = byNumber.get(cells.requisitionNumber ?? '');
      if (wrong.has(row) && saved) retained.set(row, saved);
    }
    // An error of the list as a whole has no row: nothing of it is saved.
    open = wrong.has(0) ? [] : open.filter(({ row }) => !wrong.has(row));
  }
}
