import type { Role } from '#db/access/roles.ts';
import { flow } from '#db/protocols/flow.ts';
import { approveFlow, rejectFlow } from '#db/protocols/flows/approve-flow.ts';
import { archiveFlow } from '#db/protocols/flows/archive-flow.ts';
import { createFlow } from '#db/protocols/flows/create-flow.ts';
import { type FlowSettings, flowHash, readSlots } from '#db/protocols/flows/flow-content.ts';
import { submitFlow } from '#db/protocols/flows/submit-flow.ts';
import type { DemoMethods } from './demo-procedure-versions.ts';
import type { DemoWorld } from './demo-world.ts';

/** Create a flow in the demo lab; returns its id. */
async function create(
  demo: DemoWorld,
  code: string,
  settings: FlowSettings,
  {
    research = false,
    role = 'LAB_MANAGER',
    days = 12,
  }: { research?: boolean; role?: Role; days?: number } = {},
): Promise<string> {
  const flowId = demo.id();
  await demo.perform(createFlow, { flowId, code, research, settings }, role, demo.ago(days));
  return flowId;
}

const submit = (demo: DemoWorld, flowId: string, changeSummary: string) =>
  demo.perform(submitFlow, { flowId, changeSummary }, 'LAB_MANAGER', demo.ago(10));

async function approve(demo: DemoWorld, flowId: string, effectiveFrom: string | null = null): Promise<void> {
  const row = demo.world.one(flow, flowId);
  if (!row) throw new Error('A demo flow is missing.');
  const stamp = { at: demo.ago(9), userId: null, entity: demo.entity };
  const slots = await demo.world.transaction(stamp, (tx) => readSlots(tx, row));
  const decision = { flowId, contentHash: await flowHash(row, slots), proof: 'demo', effectiveFrom };
  await demo.perform(approveFlow, decision, 'LAB_RESEARCH_DIRECTOR', demo.ago(9));
}

/**
 * Write flows in the states that those of the services do not have: draft, submitted, rejected, approved from a
 * later day, archived, research.
 */
export async function putFlowsInPreparation(
  demo: DemoWorld,
  procedures: ReadonlyMap<string, string>,
  methods: DemoMethods,
): Promise<void> {
  const settings = (name: string, more: Partial<FlowSettings> = {}): FlowSettings => ({
    name,
    samplePreparationProcedureId: null,
    extractionProcedureId: procedures.get('extract') ?? null,
    libraryPreparationProcedureId: procedures.get('library') ?? null,
    sequencingProcedureId: procedures.get('sequence') ?? null,
    ...more,
  });
  await create(demo, 'FLOW-SALIVA', settings('From saliva'));
  const tissue = settings('From tissue', { samplePreparationProcedureId: procedures.get('prep') ?? null });
  await submit(demo, await create(demo, 'FLOW-TISSUE', tissue), 'Tissue is lysed before the extraction.');
  const swab = await create(demo, 'FLOW-SWAB', settings('From swabs'));
  await submit(demo, swab, 'Swabs go straight to the extraction.');
  const reason = 'Swabs need a lysis step first. Add the sample preparation.';
  await demo.perform(rejectFlow, { flowId: swab, reason }, 'LAB_RESEARCH_DIRECTOR', demo.ago(8));
  const pellet = await create(demo, 'FLOW-PELLET', settings('From cell pellets'));
  await submit(demo, pellet, 'The first route for cell pellets.');
  await approve(demo, pellet);
  const unused = { flowId: pellet, reason: 'Cell pellets are sent as extracted DNA now.' };
  await demo.perform(archiveFlow, unused, 'LAB_MANAGER', demo.ago(7));
  const long = settings('Ultra-long, from DNA', { extractionProcedureId: methods.ultraLong });
  const ultraLong = await create(demo, 'FLOW-UHMW', long);
  await submit(demo, ultraLong, 'The ultra-long extraction in place of magnetic beads.');
  await approve(demo, ultraLong, demo.day(14));
  const culture = settings('From cultures, direct', { libraryPreparationProcedureId: null });
  await create(demo, 'FLOW-CULTURE', culture, { research: true, role: 'LAB_RESEARCH_DIRECTOR' });
}
