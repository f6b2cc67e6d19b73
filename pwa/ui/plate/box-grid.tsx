import { Ban, Clock3, Maximize2, Minimize2, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import {
  type GridShape,
  type PositionDisplay,
  PositionGrid,
  usePositionSelection,
} from './position-grid.tsx';
import { coloredData, type PositionColor } from './use-picture-colors.ts';

export const SLOT_STATES = ['free', 'occupied', 'reserved', 'conflict', 'quarantine'] as const;
export type SlotState = (typeof SLOT_STATES)[number];

export interface SlotContent {
  state: SlotState;
  /** The full name of the content. */
  label: string;
  /** A few characters of the name in one line or two, shown where there is space. */
  short?: string;
  /** The color that the user has chosen; conflicts and reserved positions keep their drawing. */
  color?: PositionColor | undefined;
}

interface BoxGridProps extends GridShape {
  label: string;
  slots: ReadonlyMap<string, SlotContent>;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Called on Enter, Space or a press on a position. */
  onActivate?: (position: string) => void;
}

const TONE_OF: Record<SlotState, Tone> = {
  free: 'neutral',
  occupied: 'progress',
  reserved: 'info',
  conflict: 'danger',
  quarantine: 'hold',
};
const ICON_OF = { reserved: Clock3, conflict: TriangleAlert, quarantine: Ban } as const;
const NAMES: Record<SlotState, string> = {
  free: 'Free',
  occupied: 'Occupied',
  reserved: 'Reserved',
  conflict: 'Conflict',
  quarantine: 'Quarantine',
};
const NONE: ReadonlySet<string> = new Set();

type SlotMarkProps = Pick<SlotContent, 'state' | 'color'> & { short?: string | undefined };

function SlotMark({ state, short, color }: SlotMarkProps) {
  if (state === 'free') return null;
  if (state === 'occupied') {
    const text = color?.text ?? short;
    const symbol = color?.group.symbol;
    return (
      <>
        <span className={text ? '@min-[560px]:hidden' : ''}>{symbol ?? '●'}</span>
        {text && (
          <span className="hidden max-w-[95%] overflow-hidden whitespace-pre text-center leading-tight @min-[560px]:block">
            {text}
            {symbol && <span className="block font-bold text-[0.8em]">{symbol}</span>}
          </span>
        )}
      </>
    );
  }
  const Icon = ICON_OF[state];
  return <Icon aria-hidden className="size-[55%] max-w-5" strokeWidth={2.4} />;
}

function slotDisplay(content: SlotContent | undefined): PositionDisplay {
  const state = content?.state ?? 'free';
  const color = content?.color;
  return {
    className: 'slot cursor-pointer',
    label: content ? `${NAMES[state].toLowerCase()}, ${content.label}` : 'free',
    detail: color?.detail,
    data: {
      'data-state': state,
      'data-tone': TONE_OF[state],
      'data-filled': state === 'free' || state === 'reserved' ? undefined : 'true',
      ...(color && state === 'occupied' ? coloredData(color) : {}),
      'data-dimmed': color?.dimmed ? 'true' : undefined,
    },
    content: content && <SlotMark state={state} short={content.short} color={color} />,
  };
}

/** The legend of a box: all states of its positions, or some. */
export function BoxLegend({ states = SLOT_STATES }: { states?: readonly SlotState[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
      {states.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <span
            className="slot size-6"
            data-state={state}
            data-tone={TONE_OF[state]}
            data-filled={state === 'free' || state === 'reserved' ? undefined : 'true'}
          >
            <SlotMark state={state} />
          </span>
          {NAMES[state]}
        </li>
      ))}
    </ul>
  );
}

/** A box, rack or plate in storage with the content of each position. */
export function BoxGrid({
  label,
  rows,
  columns,
  slots,
  selected = NONE,
  onSelect,
  onActivate,
}: BoxGridProps) {
  const shape = { rows, columns };
  const [large, setLarge] = useState(false);
  const selection = usePositionSelection(shape, selected, onSelect);
  const key = (event: KeyboardEvent, position: string, index: number): boolean => {
    if (event.key !== 'Enter' && event.key !== ' ') return false;
    selection.press(index, event);
    onActivate?.(position);
    return true;
  };
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <PositionGrid
        label={label}
        shape={shape}
        focused={selection.focused}
        onFocus={selection.setFocused}
        isSelected={(position) => selected.has(position)}
        displayOf={(position) => slotDisplay(slots.get(position))}
        onKey={key}
        onPress={(position, index, event) => {
          selection.press(index, event);
          onActivate?.(position);
        }}
        minimum={large ? 44 : 24}
      />
      <Button
        className="self-end md:hidden"
        icon={large ? Minimize2 : Maximize2}
        aria-pressed={large}
        onClick={() => setLarge(!large)}
      >
        {large ? 'Whole box' : 'Larger wells'}
      </Button>
    </div>
  );
}
