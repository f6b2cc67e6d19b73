import { useMemo, useState } from 'react';
import { createDeviceChoice } from '#pwa/ui/device-choice.ts';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  COLOR_BY,
  type ColorBy,
  type ColoredSample,
  type ColorGroup,
  describeSample,
  groupByColor,
  positionText,
} from './color-by.ts';

/** Use what the colors of all pictures mean, which this device remembers. */
const useColorBy = createDeviceChoice('picture-color', COLOR_BY, 'status');

/** How one position is drawn. */
export interface PositionColor {
  group: ColorGroup;
  /** True when the legend shows other entries only. */
  dimmed: boolean;
  /** A few characters in the position. */
  text: string;
  /** The second line of the tooltip. */
  detail: string;
}

/** Return the data attributes that draw a position in the chosen color. */
export const coloredData = ({
  group,
  dimmed,
}: PositionColor): Record<`data-${string}`, string | undefined> => ({
  'data-tone': group.tone,
  'data-level': group.level === undefined ? undefined : String(group.level),
  'data-group': group.id,
  'data-dimmed': dimmed ? 'true' : undefined,
});

export interface PictureColoring {
  colorBy: ColorBy;
  setColorBy(colorBy: ColorBy): void;
  groups: readonly ColorGroup[];
  /** The pressed entries of the legend; without any, all positions are shown. */
  visibleGroups: ReadonlySet<string>;
  toggle(id: string): void;
  colorAt(position: string): PositionColor | undefined;
}

/** Color the samples of a picture, with a legend that filters. */
export function usePictureColors(samples: ReadonlyMap<string, ColoredSample>): PictureColoring {
  const [colorBy, setColorBy] = useColorBy();
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set());
  const now = useNow();
  const { groups, groupAt } = useMemo(() => groupByColor(samples, colorBy, now), [samples, colorBy, now]);
  // An entry that is gone, because its last sample left, hides nothing.
  const visibleGroups = new Set(groups.flatMap(({ id }) => (pressed.has(id) ? [id] : [])));
  return {
    colorBy,
    setColorBy: (next) => {
      setPressed(new Set());
      setColorBy(next);
    },
    groups,
    visibleGroups,
    toggle: (id) => {
      const next = new Set(visibleGroups);
      if (!next.delete(id)) next.add(id);
      setPressed(next);
    },
    colorAt: (position) => {
      const [group, one] = [groupAt.get(position), samples.get(position)];
      if (!group || !one) return undefined;
      return {
        group,
        dimmed: visibleGroups.size > 0 && !visibleGroups.has(group.id),
        text: positionText(one, colorBy, now),
        detail: describeSample(one, now),
      };
    },
  };
}
