import type { LabelContent } from '#db/labels/label-content.ts';
import type { LabelDpi, LabelKind } from '#db/labels/label-kind.ts';
import { zplJob } from '#db/labels/zpl.ts';
import { saveFile } from '#pwa/api/save-file.ts';

/** Save the labels as a ZPL file, for a printer's own program. */
export function downloadZpl(
  kind: LabelKind,
  labels: readonly LabelContent[],
  dpi: LabelDpi,
  copies: number,
): void {
  const file = new Blob([zplJob(kind, labels, dpi, copies)], { type: 'application/x-zpl' });
  saveFile(file, `labels-${labels[0]?.barcode ?? 'none'}.zpl`);
}
