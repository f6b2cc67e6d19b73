import { createContext, useContext } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { LabelContent, LabelKind } from '#db/labels/label-kind.ts';

/** Labels that a user wants to print. */
export interface LabelOrder {
  kind: LabelKind;
  labels: readonly LabelContent[];
}

/** Open the print dialog; resolves true when the labels were printed, false when it was closed. */
export type PrintLabels = (order: LabelOrder) => Promise<boolean>;

export const PrintLabelsContext = createContext<PrintLabels | null>(null);

/** Print labels from any bench screen: `const print = usePrintLabels()`. Needs a PrintProvider. */
export function usePrintLabels(): PrintLabels {
  const print = useContext(PrintLabelsContext);
  if (!print) throw new AppError('INTERNAL', 'Labels are printed below a PrintProvider.');
  return print;
}
