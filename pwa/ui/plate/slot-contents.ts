import type { SlotContent, SlotState } from './box-grid.tsx';

/** The fields of a sample that the picture of a box needs. */
export interface SlotSample {
  id: string;
  barcode: string;
  status: string;
  storagePosition: string | null;
  custodianUserId: string | null;
  checkedOutAt: string | null;
}

/** The format of users and times next to a slot that waits for its sample. */
export interface SlotTexts {
  nameOf(userId: string | null): string;
  timeOf(instant: string | null): string;
}

const stateOf = (one: SlotSample): SlotState =>
  one.custodianUserId !== null
    ? 'reserved'
    : one.status === 'RECEIVED_QUARANTINED'
      ? 'quarantine'
      : 'occupied';

const labelOf = (one: SlotSample, slotTexts: SlotTexts): string =>
  one.custodianUserId === null
    ? one.barcode
    : `${one.barcode}, with ${slotTexts.nameOf(one.custodianUserId)} since ${slotTexts.timeOf(one.checkedOutAt)}`;

/** List the content of each position; two samples recorded in one position are a conflict that names both. */
export function slotContents(
  samples: readonly SlotSample[],
  slotTexts: SlotTexts,
): ReadonlyMap<string, SlotContent> {
  const slots = new Map<string, SlotContent>();
  for (const one of samples) {
    if (one.storagePosition === null) continue;
    const before = slots.get(one.storagePosition);
    const label = labelOf(one, slotTexts);
    slots.set(
      one.storagePosition,
      before
        ? { state: 'conflict', label: `${before.label} and ${label}` }
        : { state: stateOf(one), label, short: shortName(one.barcode) },
    );
  }
  return slots;
}

/**
 * Split a barcode into the two lines of a position: `W26325-0007-01` is `W26325` above `0007-01`, because a
 * box contains tubes of many days and the number alone repeats every day.
 */
export function shortName(barcode: string): string {
  const [day, ...number] = barcode.split('-');
  return number.length > 0 ? `${day}\n${number.join('-')}` : barcode.slice(-7);
}
