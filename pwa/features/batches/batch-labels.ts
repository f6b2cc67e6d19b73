import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import type { LabelContent } from '#db/labels/label-kind.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { BatchView } from './batch-view.ts';

/** Build the edge label of a batch plate. */
export const plateLabel = ({ batch }: BatchView): LabelContent => ({
  barcode: batch.julianId,
  lines: [BATCH_TYPE_FACTS[batch.type].label],
});

/** Build the edge label of the output plate; null without one. */
export const outputPlateLabel = ({ batch, outputPlate }: BatchView): LabelContent | null =>
  outputPlate?.barcode ? { barcode: outputPlate.barcode, lines: [`Output of ${batch.julianId}`] } : null;

/** Build a label for each tube of the batch in plate order, with its target well. */
export const tubeLabels = ({ batch, samples }: BatchView): LabelContent[] =>
  [...samples]
    .sort((a, b) => compareWells(a.plateLocation ?? '', b.plateLocation ?? ''))
    .map((row) => ({
      barcode: row.barcode,
      lines: [
        row.plateLocation === null ? batch.julianId : `${batch.julianId} ${row.plateLocation}`,
        ENTITY_PROFILE[row.entity].displayName,
      ],
    }));
