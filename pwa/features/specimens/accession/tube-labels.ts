import type { LabelContent } from '#db/labels/label-content.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { labelCode } from './session-draft.ts';

/** Build the lab label of a received tube or well: its code, the customer's name for it, and the day. */
export const receivedLabel = (
  source: { julianId: string },
  specimen: Specimen | undefined,
  receivedAt: string,
): LabelContent => ({
  barcode: labelCode(source),
  lines: [...(specimen ? [specimen.customerSampleId.slice(0, 60)] : ['UNEXPECTED']), formatDate(receivedAt)],
});
