import type { LabelContent } from '#db/labels/label-content.ts';
import type { LabelDpi, LabelKind } from '#db/labels/label-kind.ts';

/** A print request. */
export interface PrintRequest {
  jobId: string;
  kind: LabelKind;
  labels: readonly LabelContent[];
  copies: number;
}

/** A label printer that the server reaches; `print` rejects with an AppError that says what to do. */
export interface LabelPrinter {
  name: string;
  dpi: LabelDpi;
  print(request: PrintRequest): Promise<void>;
}
