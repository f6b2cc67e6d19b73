import { checkFlowCell } from '#db/sequencing/flow-cells/check-flow-cell.ts';
import { flowCellRowId } from '#db/sequencing/flow-cells/flow-cell.ts';
import { receiveFlowCell } from '#db/sequencing/flow-cells/receive-flow-cell.ts';
import type { DemoWorld } from './demo-world.ts';

/** The flow cells of the lab: those of its runs, two that wait for a run, and one with too few pores. */
const FLOW_CELLS: readonly { flowCellId: string; productCode: string; pores: number | null }[] = [
  { flowCellId: 'PAU28443', productCode: 'FLO-PRO114M', pores: 6956 },
  { flowCellId: 'PAG65776', productCode: 'FLO-PRO114M', pores: 8197 },
  { flowCellId: 'PBE19507', productCode: 'FLO-PRO114M', pores: 7344 },
  { flowCellId: 'PBF20441', productCode: 'FLO-PRO114M', pores: 7120 },
  { flowCellId: 'PBF20442', productCode: 'FLO-PRO114M', pores: null },
  { flowCellId: 'PBF20443', productCode: 'FLO-PRO114M', pores: 3911 },
  { flowCellId: 'FBA51200', productCode: 'FLO-MIN114', pores: 1344 },
];

/** Receive the flow cells of the lab and count the pores of most of them. */
export async function putFlowCells(demo: DemoWorld): Promise<void> {
  const { lab } = demo.actor('LAB_TECH');
  for (const { flowCellId, productCode, pores } of FLOW_CELLS) {
    const cellId = flowCellRowId(lab, flowCellId);
    const form = { flowCellId, productCode, lotNumber: '33004', poresAtReceipt: null };
    await demo.perform(receiveFlowCell, { cellId, form }, 'LAB_TECH', demo.ago(9));
    if (pores !== null) await demo.perform(checkFlowCell, { cellId, pores }, 'LAB_TECH', demo.ago(5));
  }
}
