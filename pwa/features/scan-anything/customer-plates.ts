import type { ShownDocument } from '#pwa/replica/read-view.ts';

/** A customer's plate: all its wells have the same code. */
export interface CustomerPlate {
  orderId: string;
  plateNumber: number | null;
  /** Any of its wells. */
  well: ShownDocument;
  wells: number;
  received: number;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Merge the wells with the same plate code: the user scanned one plate, not 96 specimens. */
export function gatherPlates(
  documents: readonly ShownDocument[],
  code: string,
): { plates: CustomerPlate[]; rest: ShownDocument[] } {
  const plates = new Map<string, CustomerPlate>();
  const rest: ShownDocument[] = [];
  for (const one of documents) {
    const { shipmentPlateBarcode, shipmentPlateNumber, orderId, receivedAt } = one.body;
    if (one.kind !== 'Specimen' || textOf(shipmentPlateBarcode).toUpperCase() !== code.trim().toUpperCase()) {
      rest.push(one);
      continue;
    }
    const plateNumber = typeof shipmentPlateNumber === 'number' ? shipmentPlateNumber : null;
    const key = `${textOf(orderId)}|${plateNumber}`;
    const plate = plates.get(key) ?? {
      orderId: textOf(orderId),
      plateNumber,
      well: one,
      wells: 0,
      received: 0,
    };
    plate.wells += 1;
    if (textOf(receivedAt) !== '') plate.received += 1;
    plates.set(key, plate);
  }
  return { plates: [...plates.values()], rest };
}
