import { ulid } from 'ulid';
import { price } from '#db/billing/prices/price.ts';
import { buildPrice } from '#db/factories/build-billing.ts';
import type { RuleResult } from '#db/operation.ts';
import { type PinnedProcedures, protocolFlow } from '#db/protocols/flow.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { approveProtocol } from '#db/protocols/protocols/approve-protocol.ts';
import { createProtocol, startProtocolVersion } from '#db/protocols/protocols/create-protocol.ts';
import {
  type FlowRule,
  type ProtocolSettings,
  protocolHash,
  readRoutes,
  ruleOf,
  settingsOf,
} from '#db/protocols/protocols/protocol-content.ts';
import { saveProtocolDraft, submitProtocol } from '#db/protocols/protocols/save-protocol-draft.ts';
import { type FlowBench, openFlowBench } from './flow-bench.ts';

/** A lab whose people write procedures, flows and protocols. */
export interface ProtocolBench extends FlowBench {
  protocolRow(protocolId: string): Protocol;
  createProtocol(
    userId: string,
    code: string,
    flowId: string | null,
    more?: { research?: boolean; clinical?: boolean; procedures?: PinnedProcedures },
  ): Promise<string>;
  nextProtocol(userId: string, sourceId: string, research?: boolean): Promise<string>;
  saveProtocol(
    userId: string,
    protocolId: string,
    changes: Partial<ProtocolSettings>,
    flows?: FlowRule[],
  ): Promise<RuleResult>;
  submitProtocol(userId: string, protocolId: string): Promise<RuleResult>;
  approveProtocol(userId: string, protocolId: string, effectiveFrom?: string): Promise<RuleResult>;
  setPrice(protocolId: string): void;
  /** Write, price, submit and approve a protocol with one flow. */
  activeProtocol(code: string, flowId: string): Promise<string>;
}

/** Build the settings of a protocol for blood and extracted DNA. */
const buildProtocolSettings = (overrides: Partial<ProtocolSettings> = {}): ProtocolSettings => ({
  name: 'Whole genome',
  description: null,
  acceptedSpecimenTypes: ['WHOLE_BLOOD', 'NUCLEIC_ACID'],
  acceptedDnaTypes: [],
  acceptedSpecies: [],
  minConcentration: null,
  minVolume: '50',
  minMass: null,
  clinical: false,
  collectToFillRun: false,
  analysisId: null,
  targetYieldGb: null,
  targetCoverage: null,
  targetTurnaroundDays: 21,
  ...overrides,
});

/** Build the rule of a default flow, for any specimen. */
export const buildDefaultRule = (flowId: string): FlowRule => ({
  flowId,
  isDefault: true,
  specimenTypes: [],
  extractedNucleicAcids: null,
});

const STAMP = { at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' };

/** Open a lab with the people of `WRITERS`, in memory. */
export function openProtocolBench(): ProtocolBench {
  const bench = openFlowBench();
  const { world, run } = bench;
  const protocolRow = (protocolId: string): Protocol => {
    const row = world.one(protocol, protocolId);
    if (!row) throw new Error(`There is no protocol ${protocolId}.`);
    return row;
  };
  const operations: Omit<ProtocolBench, keyof FlowBench> = {
    protocolRow,
    async createProtocol(userId, code, flowId, { research = false, clinical = false, procedures } = {}) {
      const protocolId = ulid();
      await run(userId, createProtocol, {
        protocolId,
        code,
        research,
        settings: buildProtocolSettings({ clinical }),
        flows: flowId === null ? [] : [buildDefaultRule(flowId)],
        procedures: procedures ?? null,
      });
      return protocolId;
    },
    async nextProtocol(userId, sourceId, research = false) {
      const protocolId = ulid();
      await run(userId, startProtocolVersion, { protocolId, sourceId, research });
      return protocolId;
    },
    saveProtocol: (userId, protocolId, changes, flows) =>
      run(userId, saveProtocolDraft, {
        protocolId,
        seenVersion: protocolRow(protocolId).version,
        settings: { ...settingsOf(protocolRow(protocolId)), ...changes },
        flows: flows ?? world.select(protocolFlow, { protocolId, deleted: false }).map(ruleOf),
      }),
    submitProtocol: (userId, protocolId) =>
      run(userId, submitProtocol, { protocolId, changeSummary: 'The first version of this protocol.' }),
    async approveProtocol(userId, protocolId, effectiveFrom) {
      const routes = await world.transaction(STAMP, (tx) => readRoutes(tx, protocolId));
      return run(userId, approveProtocol, {
        protocolId,
        contentHash: await protocolHash(protocolRow(protocolId), routes),
        proof: 'proof',
        effectiveFrom: effectiveFrom ?? null,
      });
    },
    setPrice(protocolId) {
      world.putRow(price, buildPrice({ protocolId, effectiveFrom: '2026-11-01', effectiveTo: null }));
    },
    async activeProtocol(code, flowId) {
      const id = await operations.createProtocol('user-manager', code, flowId);
      operations.setPrice(id);
      await operations.submitProtocol('user-manager', id);
      await operations.approveProtocol('user-research', id);
      return id;
    },
  };
  return { ...bench, ...operations };
}
