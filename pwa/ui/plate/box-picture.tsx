import { type ReactNode, useMemo, useState } from 'react';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { useEntitySuffix } from '#pwa/ui/entity-badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { BoxGrid, BoxLegend, SLOT_STATES, type SlotContent, type SlotState } from './box-grid.tsx';
import { ColorLegend } from './color-legend.tsx';
import { type InspectedSample, SampleInspector } from './sample-inspector.tsx';
import { type PictureColoring, usePictureColors } from './use-picture-colors.ts';

/** The fields of a sample that the picture of a box needs. */
interface SlotSample extends InspectedSample {
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
  /** Acts on a pressed position; without it a press shows the position in the inspector. */
  onPosition?(position: string, sample: SlotSample | undefined): void;
}

const NONE: ReadonlySet<string> = new Set();

/** States that the letters of the legend do not explain, where the box has them. */
const EXPLAINED: readonly SlotState[] = SLOT_STATES.filter(
  (state) => state !== 'free' && state !== 'occupied',
);

/** The samples of the box by position; in a conflict the first one is colored. */
function samplesByPosition(samples: readonly SlotSample[]): ReadonlyMap<string, SlotSample> {
  const byPosition = new Map<string, SlotSample>();
  for (const one of samples)
    if (one.storagePosition !== null && !byPosition.has(one.storagePosition))
      byPosition.set(one.storagePosition, one);
  return byPosition;
}

const colored = (
  slots: ReadonlyMap<string, SlotContent>,
  coloring: PictureColoring,
): ReadonlyMap<string, SlotContent> =>
  new Map(
    [...slots].map(([position, content]) => [position, { ...content, color: coloring.colorAt(position) }]),
  );

interface InspectorProps {
  position: string | undefined;
  slot: SlotContent | undefined;
  sample: SlotSample | undefined;
}

/** What the selected position holds. */
function BoxInspector({ position, slot, sample }: InspectorProps): ReactNode {
  if (position === undefined) return <p className="text-ink-soft">Select a position to see its sample.</p>;
  return (
    <>
      <h3 className="font-semibold text-lg">{position}</h3>
      {slot && slot.state !== 'occupied' && <p className="text-sm">{slot.label}</p>}
      {sample ? <SampleInspector row={sample} /> : <p>{`${position} is free.`}</p>}
    </>
  );
}

/** The picture of a box, rack or plate in storage with its content, including samples without a position. */
export function BoxPicture(props: BoxPictureProps) {
  const { name, rows, columns, samples, slotTexts, highlighted = NONE, onPosition } = props;
  const [selectedPosition, setSelectedPosition] = useState<string>();
  const entitySuffix = useEntitySuffix();
  const slots = useMemo(
    () => slotContents(samples, { ...slotTexts, entitySuffix }),
    [samples, slotTexts, entitySuffix],
  );
  const byPosition = useMemo(() => samplesByPosition(samples), [samples]);
  const coloring = usePictureColors(byPosition);
  const loose = samples.filter((one) => one.storagePosition === null);
  const present = EXPLAINED.filter((state) => [...slots.values()].some((slot) => slot.state === state));
  const [first] = highlighted;
  const inspected = selectedPosition ?? first;
  return (
    <div className="@container flex flex-col gap-3">
      <div
        className={
          onPosition ? '' : 'grid items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(14rem,18rem)]'
        }
      >
        <div className="flex min-w-0 flex-col gap-3">
          <BoxGrid
            label={name}
            rows={rows}
            columns={columns}
            slots={colored(slots, coloring)}
            selected={onPosition || inspected === undefined ? highlighted : new Set([inspected])}
            onActivate={(position) =>
              onPosition ? onPosition(position, byPosition.get(position)) : setSelectedPosition(position)
            }
          />
          <ColorLegend coloring={coloring} shape="slot" />
          {present.length > 0 && <BoxLegend states={present} />}
        </div>
        {!onPosition && (
          <section
            aria-label="Selected position"
            aria-live="polite"
            className="flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3"
          >
            <BoxInspector
              position={inspected}
              slot={inspected === undefined ? undefined : slots.get(inspected)}
              sample={inspected === undefined ? undefined : byPosition.get(inspected)}
            />
          </section>
        )}
      </div>
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
