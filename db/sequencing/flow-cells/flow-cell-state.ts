import type { StatusDisplay } from '#db/values/tone.ts';
import type { FlowCell } from './flow-cell.ts';
import { type FlowCellUse, openUse } from './flow-cell-use.ts';

/** Where a flow cell is in its life. */
export type FlowCellState = 'RECEIVED' | 'CHECKED' | 'IN_USE' | 'USED' | 'WASHED' | 'RETURNED';

/** The label and tone of each state. */
export const FLOW_CELL_STATE_DISPLAY: Record<FlowCellState, StatusDisplay & { icon: string }> = {
  RECEIVED: { label: 'To check', rank: 0, tone: 'warning', icon: 'hourglass' },
  CHECKED: { label: 'Checked', rank: 1, tone: 'good', icon: 'circle-check' },
  IN_USE: { label: 'In use', rank: 2, tone: 'active', icon: 'circle-play' },
  USED: { label: 'Used up', rank: 3, tone: 'neutral', icon: 'circle-dashed' },
  WASHED: { label: 'Washed', rank: 4, tone: 'good', icon: 'droplets' },
  RETURNED: { label: 'Returned', rank: 5, tone: 'quiet', icon: 'archive' },
};

/** Compute the state of a flow cell from its record and its uses, the earliest first. */
export function flowCellState(
  cell: Pick<FlowCell, 'returnedAt' | 'checkedAt' | 'washedAt' | 'useCount'>,
  uses: readonly FlowCellUse[],
): FlowCellState {
  if (cell.returnedAt !== null) return 'RETURNED';
  if (openUse(uses)) return 'IN_USE';
  const last = uses.at(-1);
  // Uses of long ago are not on devices any more.
  if (last || cell.useCount > 0)
    return cell.washedAt !== null && cell.washedAt >= (last?.loadedAt ?? '') ? 'WASHED' : 'USED';
  return cell.checkedAt === null ? 'RECEIVED' : 'CHECKED';
}
