import type { ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { orderTitle } from '#pwa/format/names.ts';
import type { PlateDraft, SessionDraft, TubeDraft, UndecidedTube } from './session-draft.ts';

/** Add a tube to the session and make it the current one. */
export const withTube = (draft: SessionDraft, tube: TubeDraft): SessionDraft => ({
  ...draft,
  tubes: [...draft.tubes, tube],
  currentTube: tube.sampleId,
});

/** Apply changes to one tube of the session. */
export const changeTube = (
  draft: SessionDraft,
  sampleId: string,
  changes: Partial<TubeDraft>,
): SessionDraft => ({
  ...draft,
  tubes: draft.tubes.map((tube) => (tube.sampleId === sampleId ? { ...tube, ...changes } : tube)),
});

/** Remove a tube that was scanned by mistake; its number is never reused. */
export const withoutTube = (draft: SessionDraft, sampleId: string): SessionDraft => ({
  ...draft,
  tubes: draft.tubes.filter((tube) => tube.sampleId !== sampleId),
  currentTube: draft.currentTube === sampleId ? null : draft.currentTube,
});

/** Get the tube whose label and identifier are checked next. */
export const currentTube = (draft: SessionDraft): TubeDraft | undefined =>
  draft.tubes.find((tube) => tube.sampleId === draft.currentTube);

const isPlate = (plate: PlateDraft, target: PlateDraft): boolean =>
  plate.orderId === target.orderId && plate.plateNumber === target.plateNumber;

/** Apply changes to one plate of the session. */
export const changePlate = (
  draft: SessionDraft,
  plate: PlateDraft,
  changes: Partial<PlateDraft>,
): SessionDraft => ({
  ...draft,
  plates: draft.plates.map((one) => (isPlate(one, plate) ? { ...one, ...changes } : one)),
});

/** Set or clear the exception of a well. */
export function withException(
  plate: PlateDraft,
  wells: readonly string[],
  type: ReceiptDiscrepancy | null,
): PlateDraft['exceptions'] {
  const otherExceptions = Object.entries(plate.exceptions).filter(([well]) => !wells.includes(well));
  return Object.fromEntries([
    ...otherExceptions,
    ...(type === null ? [] : wells.map((well) => [well, type] as const)),
  ]);
}

/** Add another order of the same shipment to the session. */
export const withOrder = (
  draft: SessionDraft,
  order: { id: string; orderNumber: string | null },
  plates: readonly PlateDraft[],
): SessionDraft =>
  draft.orderIds.includes(order.id)
    ? draft
    : {
        ...draft,
        orderIds: [...draft.orderIds, order.id],
        title: `${draft.title}, ${orderTitle(order)}`,
        plates: [...draft.plates, ...plates],
      };

/** Add a tube that needs a decision; the same tube is kept once. */
export const withUndecided = (draft: SessionDraft, tube: UndecidedTube): SessionDraft =>
  draft.undecided.some(({ code }) => code === tube.code)
    ? draft
    : { ...draft, undecided: [...draft.undecided, tube] };

/** Apply the decision about the tube with this code. */
export const withoutUndecided = (draft: SessionDraft, code: string): SessionDraft => ({
  ...draft,
  undecided: draft.undecided.filter((one) => one.code !== code),
});
