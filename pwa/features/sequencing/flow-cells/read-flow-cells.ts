import { person } from '#db/identity/person.ts';
import { type FlowCell, flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { type FlowCellState, flowCellState } from '#db/sequencing/flow-cells/flow-cell-state.ts';
import { type FlowCellUse, flowCellUse, openUse } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import type { Transaction } from '#db/transaction.ts';

/** A flow cell as its list shows it. */
export interface FlowCellRow {
  cell: FlowCell;
  state: FlowCellState;
  /** Where it is in use: the sequencer and its position. */
  place: string | null;
  checkedBy: string | null;
}

/** The collections whose changes may change the list. */
export const FLOW_CELL_COLLECTIONS = ['batches', 'people'] as const;

/** Read the flow cells of this device, the newest first. */
export async function readFlowCells(tx: Transaction): Promise<FlowCellRow[]> {
  const cells = await tx.find(flowCell, {});
  const uses = await tx.find(flowCellUse, {});
  const sequencers = new Map((await tx.find(sequencer, {})).map((row) => [row.id, row.name]));
  const people = new Map((await tx.find(person, {})).map((row) => [row.userId, row.name]));
  const placeOf = (use: FlowCellUse | undefined): string | null =>
    use ? [sequencers.get(use.sequencerId ?? ''), use.positionName].filter(Boolean).join(' ') : null;
  return cells
    .sort((a, b) => (a.receivedAt > b.receivedAt ? -1 : 1))
    .map((cell) => {
      const own = uses
        .filter(({ cellId }) => cellId === cell.id)
        .sort((a, b) => (a.loadedAt < b.loadedAt ? -1 : 1));
      return {
        cell,
        state: flowCellState(cell, own),
        place: placeOf(openUse(own)),
        checkedBy: cell.checkedById === null ? null : (people.get(cell.checkedById) ?? null),
      };
    });
}
