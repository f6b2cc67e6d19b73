import type { PositionColor } from './use-picture-colors.ts';

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
