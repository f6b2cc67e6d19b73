import { useMemo } from 'react';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { useEntitySuffix } from '#pwa/ui/entity-badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { BoxGrid, BoxLegend, type SlotContent, type SlotState } from './box-grid.tsx';

/** The fields of a sample that the picture of a box needs. */
interface SlotSample {
  id: string;
  barcode: string;
  entity: BusinessEntity;
  status: string;
  storagePosition: string | null;
  custodianUserId: string | null;
  checkedOutAt: string | null;
}

/** The format of users and times next to a slot that waits for its sample. */
interface SlotTexts {
  nameOf(userId: string | null): string;
  timeOf(instant: string | null): string;
}

const stateOf = (one: SlotSample): SlotState =>
  one.custodianUserId !== null
    ? 'reserved'
    : one.status === 'RECEIVED_QUARANTINED'
      ? 'quarantine'
      : 'occupied';

/** The texts, with the business entity of a sample as it follows its name. */
type AllTexts = SlotTexts & { entitySuffix(entity: BusinessEntity): string };

const nameOf = ({ barcode, entity }: SlotSample, { entitySuffix }: AllTexts): string =>
  `${barcode}${entitySuffix(entity)}`;

const labelOf = (one: SlotSample, slotTexts: AllTexts): string =>
  one.custodianUserId === null
    ? nameOf(one, slotTexts)
    : `${nameOf(one, slotTexts)}, with ${slotTexts.nameOf(one.custodianUserId)} since ${slotTexts.timeOf(one.checkedOutAt)}`;

/** List the content of each position; two samples recorded in one position are a conflict that names both. */
function slotContents(samples: readonly SlotSample[], slotTexts: AllTexts): ReadonlyMap<string, SlotContent> {
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

interface BoxPictureProps {
  name: string;
  rows: number;
  columns: number;
  samples: readonly SlotSample[];
  slotTexts: SlotTexts;
  /** Highlighted positions: the tube of the page, or the next slot. */
  highlighted?: ReadonlySet<string>;
  onPosition?(position: string, sample: SlotSample | undefined): void;
  legend?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** The picture of a box, rack or plate in storage with its content, including samples without a position. */
export function BoxPicture(props: BoxPictureProps) {
  const { name, rows, columns, samples, slotTexts, highlighted = NONE, onPosition, legend = true } = props;
  const entitySuffix = useEntitySuffix();
  const slots = useMemo(
    () => slotContents(samples, { ...slotTexts, entitySuffix }),
    [samples, slotTexts, entitySuffix],
  );
  const loose = samples.filter((one) => one.storagePosition === null);
  return (
    <div className="flex flex-col gap-3">
      <BoxGrid
        label={name}
        rows={rows}
        columns={columns}
        slots={slots}
        selected={highlighted}
        {...(onPosition
          ? {
              onActivate: (position: string) =>
                onPosition(
                  position,
                  samples.find((one) => one.storagePosition === position),
                ),
            }
          : {})}
      />
      {legend && <BoxLegend />}
      {loose.length > 0 && (
        <Notice
          tone="warning"
          title={`${loose.length} in ${name} without a position: ${loose
            .slice(0, 8)
            .map((one) => one.barcode)
            .join(', ')}${loose.length > 8 ? ' …' : ''}`}
        >
          <p>Scan the box again or move each to a free position.</p>
        </Notice>
      )}
    </div>
  );
}
