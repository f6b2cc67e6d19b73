import type { Role } from '#db/access/roles.ts';
import { flow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { rejectProtocol } from '#db/protocols/protocols/approve-protocol.ts';
import { createProtocol, startProtocolVersion } from '#db/protocols/protocols/create-protocol.ts';
import type { FlowRule, ProtocolSettings } from '#db/protocols/protocols/protocol-content.ts';
import { discontinueProtocol } from '#db/protocols/protocols/retire-protocol.ts';
import { submitProtocol } from '#db/protocols/protocols/save-protocol-draft.ts';
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

/**
 * Write protocols in the states that those of the services do not have: a draft of a next version, submitted,
 * rejected, research and discontinued.
 */
export async function putProtocolsInPreparation(demo: DemoWorld): Promise<void> {
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
}
