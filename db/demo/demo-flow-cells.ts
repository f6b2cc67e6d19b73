import { checkFlowCell } from '#db/sequencing/flow-cells/check-flow-cell.ts';
import { decideWarrantyClaim } from '#db/sequencing/flow-cells/decide-warranty-claim.ts';
import { flowCellRowId } from '#db/sequencing/flow-cells/flow-cell.ts';
import { receiveFlowCell } from '#db/sequencing/flow-cells/receive-flow-cell.ts';
import { returnFlowCell, washFlowCell } from '#db/sequencing/flow-cells/wash-flow-cell.ts';
import type { DemoWorld } from './demo-world.ts';

/** The flow cells of the lab: those of its runs, those that wait for a run, and two with too few pores. */
const FLOW_CELLS: readonly { flowCellId: string; productCode: string; pores: number | null }[] = [
  { flowCellId: 'PAU28443', productCode: 'FLO-PRO114M', pores: 6956 },
  { flowCellId: 'PAG65776', productCode: 'FLO-PRO114M', pores: 8197 },
  { flowCellId: 'PAI41108', productCode: 'FLO-PRO114M', pores: 7262 },
  { flowCellId: 'PAO99309', productCode: 'FLO-PRO114M', pores: 8044 },
  { flowCellId: 'PBE19507', productCode: 'FLO-PRO114M', pores: 7344 },
  { flowCellId: 'PBF20441', productCode: 'FLO-PRO114M', pores: 7120 },
  { flowCellId: 'PBF20442', productCode: 'FLO-PRO114M', pores: null },
  { flowCellId: 'PBF20443', productCode: 'FLO-PRO114M', pores: 3911 },
  { flowCellId: 'PBF20444', productCode: 'FLO-PRO114M', pores: 2874 },
  { flowCellId: 'FBA51200', productCode: 'FLO-MIN114', pores: 1344 },
  { flowCellId: 'FBA51201', productCode: 'FLO-MIN114', pores: 1290 },
];
/** The manufacturer replaces this one, and it goes back. */
const REPLACED = 'PBF20444';
/** Washed after a run of two hours. */
const WASHED = 'PAU28443';

/** Receive the flow cells of the lab, count the pores of most of them, and return the one with a decided claim. */
export async function putFlowCells(demo: DemoWorld): Promise<void> {
  const { lab } = demo.actor('LAB_TECH');
  for (const { flowCellId, productCode, pores } of FLOW_CELLS) {
    const cellId = flowCellRowId(lab, flowCellId);
    const form = { flowCellId, productCode, lotNumber: '33004', poresAtReceipt: null };
    await demo.perform(receiveFlowCell, { cellId, form }, 'LAB_TECH', demo.ago(9));
    if (pores !== null) await demo.perform(checkFlowCell, { cellId, pores }, 'LAB_TECH', demo.ago(5));
  }
  const cellId = flowCellRowId(lab, REPLACED);
  const decision = { decision: 'ACCEPTED', reason: 'A new one is sent with the next order.' } as const;
  await demo.perform(decideWarrantyClaim, { cellId, ...decision }, 'LAB_MANAGER', demo.ago(3));
  const reason = 'Sent back to the manufacturer.';
  await demo.perform(returnFlowCell, { cellId, reason }, 'LAB_TECH', demo.ago(2.5));
}

/** Wash the flow cell that a short run left with most of its pores. */
export async function washUsedFlowCell(demo: DemoWorld): Promise<void> {
  const { lab } = demo.actor('LAB_TECH');
  await demo.perform(washFlowCell, { cellId: flowCellRowId(lab, WASHED) }, 'LAB_TECH', demo.ago(3.2));
}
