import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { WellContent } from '#pwa/ui/plate/plate-grid.tsx';
import type { PlateDraft } from './session-draft.ts';
import { wellsToAccept } from './session-plates.ts';

/** Build the content of each well for the picture of a customer's plate. */
export function plateWells(plate: PlateDraft, specimens: readonly Specimen[]): Map<string, WellContent> {
  const numbers = new Map((plate.accepted ?? []).map(({ well, julianId }) => [well, julianId]));
  const wells = new Map<string, WellContent>();
  for (const { well, specimen } of wellsToAccept(plate, specimens)) {
    const exception = plate.exceptions[well];
    const name = specimen?.customerSampleId ?? 'Unexpected';
    const number = numbers.get(well);
    const label = [name, number, exception && DISCREPANCY_TYPE[exception]].filter(Boolean).join(', ');
    if (exception)
      wells.set(well, {
        label,
        tone: exception === 'UNEXPECTED' ? 'hold' : 'danger',
        mark: exception === 'EMPTY' ? '○' : exception === 'UNEXPECTED' ? '?' : '!',
      });
    else wells.set(well, { label, tone: number ? 'success' : 'progress', mark: number ? '✓' : '' });
  }
  return wells;
}
