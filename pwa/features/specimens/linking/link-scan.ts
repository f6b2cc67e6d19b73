import type { ShownDocument } from '#pwa/replica/read-view.ts';
import type { AwaitedRequisition, UnexpectedTube } from './use-linkable.ts';

/** What a scan selected in the link dialog, or why it selected nothing. */
export type LinkScan =
  | { kind: 'TUBE'; id: string; text: string }
  | { kind: 'REQUISITION'; id: string; text: string }
  | { kind: 'NEITHER'; text: string };

const neither = (text: string): LinkScan => ({ kind: 'NEITHER', text });

/** Match a scanned code to a side of the link. */
export function linkScan(
  code: string,
  documents: readonly Pick<ShownDocument, 'kind' | 'id'>[],
  tubes: readonly UnexpectedTube[],
  awaited: readonly AwaitedRequisition[],
): LinkScan {
  const has = (kind: string, id: string) => documents.some((one) => one.kind === kind && one.id === id);
  const tube = tubes.find(({ sample }) => has('Sample', sample.id));
  if (tube) return { kind: 'TUBE', id: tube.sample.id, text: `Tube ${tube.sample.barcode}` };
  const requisition = awaited.find(({ specimen }) => has('Specimen', specimen.id));
  if (requisition) {
    const { id, requisitionNumber } = requisition.specimen;
    return { kind: 'REQUISITION', id, text: `Requisition ${requisitionNumber}` };
  }
  const ofOrder = awaited.filter(({ specimen }) => has('Order', specimen.orderId));
  const [only] = ofOrder;
  if (only && ofOrder.length === 1)
    return {
      kind: 'REQUISITION',
      id: only.specimen.id,
      text: `Requisition ${only.specimen.requisitionNumber}`,
    };
  if (only) return neither(`${ofOrder.length} requisitions of this order wait. Scan or choose one of them.`);
  if (documents.some(({ kind }) => kind === 'Sample'))
    return neither(`${code} is not an unexpected tube in quarantine.`);
  if (documents.some(({ kind }) => kind === 'Specimen' || kind === 'Order'))
    return neither(`${code} does not wait for material.`);
  return neither(`Nothing matches ${code}. Scan the tube's label, or the requisition it belongs to.`);
}
