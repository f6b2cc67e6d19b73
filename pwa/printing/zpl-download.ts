import type { LabelContent } from '#db/labels/label-content.ts';
import type { LabelDpi, LabelKind } from '#db/labels/label-kind.ts';
import { zplJob } from '#db/labels/zpl.ts';

/** Saves the labels as a ZPL file, for a printer's own program. */
export function downloadZpl(
  kind: LabelKind,
  labels: readonly LabelContent[],
  dpi: LabelDpi,
  copies: number,
): void {
  const file = new Blob([zplJob(kind, labels, dpi, copies)], { type: 'application/x-zpl' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `labels-${labels[0]?.barcode ?? 'none'}.zpl`;
  link.click();
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
