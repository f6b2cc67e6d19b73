import type { ReceiptDiscrepancy } from '#db/specimens/accession-args.ts';
import type { PlateDraft, SessionDraft, TubeDraft, UndecidedTube } from './session-draft.ts';

/** The session with one more tube, which is now the current one. */
export const withTube = (draft: SessionDraft, tube: TubeDraft): SessionDraft => ({
  ...draft,
  tubes: [...draft.tubes, tube],
  currentTube: tube.sampleId,
});

/** The session with changes to one tube. */
export const changeTube = (
  draft: SessionDraft,
  sampleId: string,
  changes: Partial<TubeDraft>,
): SessionDraft => ({
  ...draft,
  tubes: draft.tubes.map((tube) => (tube.sampleId === sampleId ? { ...tube, ...changes } : tube)),
});

/** The session without a tube that was no tube; its number is never given again. */
export const withoutTube = (draft: SessionDraft, sampleId: string): SessionDraft => ({
  ...draft,
  tubes: draft.tubes.filter((tube) => tube.sampleId !== sampleId),
  currentTube: draft.currentTube === sampleId ? null : draft.currentTube,
});

/** The tube whose label and identifier are checked next. */
export const currentTube = (draft: SessionDraft): TubeDraft | undefined =>
  draft.tubes.find((tube) => tube.sampleId === draft.currentTube);

const isPlate = (plate: PlateDraft, target: PlateDraft): boolean =>
  plate.orderId === target.orderId && plate.plateNumber === target.plateNumber;

/** The session with changes to one plate. */
export const changePlate = (
  draft: SessionDraft,
  plate: PlateDraft,
  changes: Partial<PlateDraft>,
): SessionDraft => ({
  ...draft,
  plates: draft.plates.map((one) => (isPlate(one, plate) ? { ...one, ...changes } : one)),
});

/** The plate's exceptions with another one for a well, or none. */
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

/** The session with another order of the same delivery. */
export const withOrder = (
  draft: SessionDraft,
  order: { id: string; orderNumber: string },
  plates: readonly PlateDraft[],
): SessionDraft =>
  draft.orderIds.includes(order.id)
    ? draft
    : {
        ...draft,
        orderIds: [...draft.orderIds, order.id],
        title: `${draft.title}, ${order.orderNumber}`,
        plates: [...draft.plates, ...plates],
      };

/** The session with a tube about which a person must decide; the same tube is kept once. */
export const withUndecided = (draft: SessionDraft, tube: UndecidedTube): SessionDraft =>
  draft.undecided.some(({ code }) => code === tube.code)
    ? draft
    : { ...draft, undecided: [...draft.undecided, tube] };

/** The session after somebody decided about the tube with this code. */
export const withoutUndecided = (draft: SessionDraft, code: string): SessionDraft => ({
  ...draft,
  undecided: draft.undecided.filter((one) => one.code !== code),
});
