import { addSequencer, changeSequencerStatus } from '#db/sequencing/sequencers/manage-sequencers.ts';
import type { DemoWorld } from './demo-world.ts';

/** The instrument for whole runs, with what its run files say. */
export const PROMETHION = {
  name: 'PromethION',
  model: 'PROMETHION_24',
  serialNumber: 'PC24B148',
  hostName: 'promethion-1',
  product: 'PromethION 24',
  cellProduct: 'FLO-PRO114M',
} as const;
/** The instrument for small runs. */
export const MINION = {
  name: 'MinION at the window',
  model: 'MK1D',
  serialNumber: 'MN44012',
  hostName: null,
  product: 'MinION Mk1D',
  cellProduct: 'FLO-MIN114',
} as const;
const GRIDION = {
  name: 'GridION',
  model: 'GRIDION',
  serialNumber: 'GXB02004',
  hostName: 'gridion-1',
} as const;

/** Add the instruments of the lab; one of them is being serviced. */
export async function putSequencers(demo: DemoWorld): Promise<void> {
  for (const { name, model, serialNumber, hostName } of [PROMETHION, GRIDION, MINION]) {
    const sequencerId = demo.id();
    const form = { name, model, serialNumber, hostName };
    await demo.perform(addSequencer, { sequencerId, form }, 'LAB_MANAGER', demo.ago(80));
    if (model !== 'GRIDION') continue;
    const reason = 'The fan is replaced by the manufacturer on Thursday.';
    const service = { sequencerId, status: 'MAINTENANCE' as const, reason };
    await demo.perform(changeSequencerStatus, service, 'LAB_MANAGER', demo.ago(2));
  }
}
