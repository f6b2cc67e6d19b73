import type { Role } from '#db/access/roles.ts';
import { price } from '#db/billing/prices/price.ts';
import { flow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { approveProtocol, rejectProtocol } from '#db/protocols/protocols/approve-protocol.ts';
import { createProtocol, startProtocolVersion } from '#db/protocols/protocols/create-protocol.ts';
import {
  type FlowRule,
  type ProtocolSettings,
  protocolHash,
  readRoutes,
} from '#db/protocols/protocols/protocol-content.ts';
import { deprecateProtocol, discontinueProtocol } from '#db/protocols/protocols/retire-protocol.ts';
import { submitProtocol } from '#db/protocols/protocols/save-protocol-draft.ts';
import type { DemoMethods } from './demo-procedure-versions.ts';
import type { DemoWorld } from './demo-world.ts';

const settings = (name: string, more: Partial<ProtocolSettings> = {}): ProtocolSettings => ({
  name,
  description: null,
  acceptedSpecimenTypes: ['NUCLEIC_ACID'],
  acceptedDnaTypes: [],
  acceptedSpecies: [],
  minConcentration: null,
  minVolume: '30',
  minMass: null,
  clinical: false,
  collectToFillRun: false,
  analysisId: null,
  targetYieldGb: null,
  targetCoverage: null,
  targetTurnaroundDays: 15,
  ...more,
});

/** Create a protocol in the demo lab, with the approved flow of a code as its default; returns its id. */
async function create(
  demo: DemoWorld,
  code: string,
  content: ProtocolSettings,
  { flowCode, research = false, role = 'LAB_MANAGER' }: { flowCode: string; research?: boolean; role?: Role },
): Promise<string> {
  const [row] = demo.world.select(flow, { code: flowCode });
  const rule = { isDefault: true, specimenTypes: [], extractedNucleicAcids: null };
  const flows: FlowRule[] = row ? [{ ...rule, flowId: row.id }] : [];
  const protocolId = demo.id();
  const args = { protocolId, code, research, settings: content, flows };
  await demo.perform(createProtocol, args, role, demo.ago(6));
  return protocolId;
}

const submit = (demo: DemoWorld, protocolId: string, changeSummary: string) =>
  demo.perform(submitProtocol, { protocolId, changeSummary }, 'LAB_MANAGER', demo.ago(5));

/** Set a price and approve a submitted protocol, at once or from a later day. */
async function approve(
  demo: DemoWorld,
  protocolId: string,
  amount: number,
  effectiveFrom: string | null = null,
): Promise<void> {
  const row = demo.world.one(protocol, protocolId);
  if (!row) throw new Error('A demo protocol is missing.');
  const from = { effectiveFrom: demo.day(-5), createdReason: 'Price of the new protocol.' };
  demo.putRow(price, { id: demo.id(), protocolId, amount, minQuantity: 1, ...from });
  const stamp = { at: demo.ago(4), userId: null, entity: demo.entity };
  const routes = await demo.world.transaction(stamp, (tx) => readRoutes(tx, protocolId));
  const contentHash = await protocolHash(row, routes);
  const decision = { protocolId, contentHash, proof: 'demo', effectiveFrom };
  await demo.perform(approveProtocol, decision, 'LAB_RESEARCH_DIRECTOR', demo.ago(4));
}

/** Write the protocol of a research assistant, who brings the procedures of its own flow. */
async function putScreening(
  demo: DemoWorld,
  procedures: ReadonlyMap<string, string>,
  { rapidLibrary }: DemoMethods,
): Promise<void> {
  const args = {
    protocolId: demo.id(),
    code: 'RAPID-SCREEN',
    research: true,
    settings: settings('Rapid screening of extracts'),
    flows: [],
    procedures: {
      samplePreparationProcedureId: null,
      extractionProcedureId: procedures.get('extract') ?? null,
      libraryPreparationProcedureId: rapidLibrary,
      sequencingProcedureId: procedures.get('sequence') ?? null,
    },
  };
  await demo.perform(createProtocol, args, 'RESEARCH_ASSISTANT', demo.ago(6));
}

/**
 * Write protocols in the states that those of the services do not have: a draft of a next version, submitted,
 * rejected, approved from a later day, deprecated, research and discontinued.
 */
export async function putProtocolsInPreparation(
  demo: DemoWorld,
  procedures: ReadonlyMap<string, string>,
  methods: DemoMethods,
): Promise<void> {
  const [sold] = demo.select(protocol, { code: 'MICRO', status: 'ACTIVE' });
  if (sold) {
    const next = { protocolId: demo.id(), sourceId: sold.id, research: false };
    await demo.perform(startProtocolVersion, next, 'LAB_MANAGER', demo.ago(6));
  }
  const targeted = await create(demo, 'TARGET-PANEL', settings('Targeted panel'), { flowCode: 'FLOW-DNA' });
  await submit(demo, targeted, 'A panel of 120 genes from extracted DNA.');
  const cells = await create(demo, 'CFDNA', settings('Cell-free DNA'), { flowCode: 'FLOW-LIBRARY' });
  await submit(demo, cells, 'Libraries of cell-free DNA, sequenced as they come.');
  const reason = 'State the minimum mass: 30 µL of cell-free DNA may hold too little.';
  await demo.perform(rejectProtocol, { protocolId: cells, reason }, 'LAB_RESEARCH_DIRECTOR', demo.ago(4));
  await create(
    demo,
    'CULTURE-DIRECT',
    settings('Direct from culture', { acceptedSpecimenTypes: ['MICROBIAL_CULTURE'] }),
    {
      flowCode: 'FLOW-CULTURE',
      research: true,
      role: 'LAB_RESEARCH_DIRECTOR',
    },
  );
  const trial = await create(demo, 'ULTRA-LONG', settings('Ultra-long reads, trial'), {
    flowCode: 'FLOW-DNA',
    research: true,
    role: 'LAB_RESEARCH_DIRECTOR',
  });
  const discontinuation = { protocolId: trial, reason: 'The trial is over; the yield was too low.' };
  await demo.perform(discontinueProtocol, discontinuation, 'LAB_RESEARCH_DIRECTOR', demo.ago(3));
  const ultraLong = await create(demo, 'WGS-UL', settings('Ultra-long whole genome'), {
    flowCode: 'FLOW-UHMW',
  });
  await submit(demo, ultraLong, 'Reads of 100 kb and more, from the ultra-long extraction.');
  await approve(demo, ultraLong, 149_000, demo.day(14));
  const amplicon = await create(demo, '16S-V4', settings('16S amplicons, V4 region'), {
    flowCode: 'FLOW-DNA',
  });
  await submit(demo, amplicon, 'The V4 region of isolates and communities.');
  await approve(demo, amplicon, 5_500);
  const replacement = { protocolId: amplicon, reason: 'The full 16S gene is read instead.' };
  await demo.perform(deprecateProtocol, replacement, 'LAB_MANAGER', demo.ago(3));
  await putScreening(demo, procedures, methods);
}
