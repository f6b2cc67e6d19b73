import { useMemo } from 'react';
import { Notice } from '../notice.tsx';
import { BoxGrid, BoxLegend } from './box-grid.tsx';
import { type SlotSample, type SlotTexts, slotContents } from './slot-contents.ts';

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
  const slots = useMemo(() => slotContents(samples, slotTexts), [samples, slotTexts]);
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
