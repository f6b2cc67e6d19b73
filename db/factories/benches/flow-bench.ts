import { ulid } from 'ulid';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import type { RuleResult } from '#db/operation.ts';
import { type Flow, flow } from '#db/protocols/flow.ts';
import { approveFlow } from '#db/protocols/flows/approve-flow.ts';
import { createFlow, startFlowVersion } from '#db/protocols/flows/create-flow.ts';
import { type FlowSettings, flowHash, readSlots, settingsOf } from '#db/protocols/flows/flow-content.ts';
import { saveFlowDraft } from '#db/protocols/flows/save-flow-draft.ts';
import { submitFlow } from '#db/protocols/flows/submit-flow.ts';
import { openProcedureBench, type ProcedureBench } from './procedure-bench.ts';

/** A lab whose people write procedures and flows. */
export interface FlowBench extends ProcedureBench {
  /** Write, submit and approve an extraction. */
  approvedProcedure(code: string, more?: { clinical?: boolean; effectiveFrom?: string }): Promise<string>;
  flowRow(flowId: string): Flow;
  createFlow(
    userId: string,
    code: string,
    extractionProcedureId: string,
    more?: { research?: boolean },
  ): Promise<string>;
  nextFlow(userId: string, sourceId: string, research?: boolean): Promise<string>;
  saveFlow(userId: string, flowId: string, changes: Partial<FlowSettings>): Promise<RuleResult>;
  submitFlow(userId: string, flowId: string): Promise<RuleResult>;
  approveFlow(
    userId: string,
    flowId: string,
    effectiveFrom?: string,
    takesQueuedSpecimens?: boolean,
  ): Promise<RuleResult>;
  /** Write, submit and approve a flow of one extraction. */
  approvedFlow(code: string, extractionProcedureId: string): Promise<string>;
}

/** Build the settings of a flow with an extraction alone. */
const buildFlowSettings = (extractionProcedureId: string | null): FlowSettings => ({
  name: 'From blood',
  samplePreparationProcedureId: null,
  extractionProcedureId,
  libraryPreparationProcedureId: null,
  sequencingProcedureId: null,
});

/** Open a lab with the people of `WRITERS`, in memory. */
export function openFlowBench(): FlowBench {
  const bench = openProcedureBench();
  const { world, run } = bench;
  const flowRow = (flowId: string): Flow => {
    const row = world.one(flow, flowId);
    if (!row) throw new Error(`There is no flow ${flowId}.`);
    return row;
  };
  const operations: Omit<FlowBench, keyof ProcedureBench> = {
    flowRow,
    async approvedProcedure(code, { clinical = false, effectiveFrom } = {}) {
      const id = await bench.create('user-manager', code, { clinical });
      await bench.save('user-manager', id, [buildDraftSection()]);
      await bench.submit('user-manager', id);
      const director = clinical ? 'user-clinical' : 'user-research';
      await bench.signOff(director, id, { effectiveFrom: effectiveFrom ?? null });
      return id;
    },
    async createFlow(userId, code, extractionProcedureId, { research = false } = {}) {
      const flowId = ulid();
      const settings = buildFlowSettings(extractionProcedureId);
      await run(userId, createFlow, { flowId, code, research, settings });
      return flowId;
    },
    async nextFlow(userId, sourceId, research = false) {
      const flowId = ulid();
      await run(userId, startFlowVersion, { flowId, sourceId, research });
      return flowId;
    },
    saveFlow: (userId, flowId, changes) =>
      run(userId, saveFlowDraft, {
        flowId,
        seenVersion: flowRow(flowId).version,
        settings: { ...settingsOf(flowRow(flowId)), ...changes },
      }),
    submitFlow: (userId, flowId) =>
      run(userId, submitFlow, { flowId, changeSummary: 'The first version of this flow.' }),
    async approveFlow(userId, flowId, effectiveFrom, takesQueuedSpecimens = false) {
      const row = flowRow(flowId);
      const stamp = { at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' };
      const slots = await world.transaction(stamp, (tx) => readSlots(tx, row));
      return run(userId, approveFlow, {
        flowId,
        contentHash: await flowHash(row, slots),
        proof: 'proof',
        effectiveFrom: effectiveFrom ?? null,
        takesQueuedSpecimens,
      });
    },
    async approvedFlow(code, extractionProcedureId) {
      const id = await operations.createFlow('user-manager', code, extractionProcedureId);
      await operations.submitFlow('user-manager', id);
      await operations.approveFlow('user-research', id);
      return id;
    },
  };
  return { ...bench, ...operations };
}
