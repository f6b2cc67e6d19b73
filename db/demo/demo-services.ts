import { service } from '#db/ordering/services/service.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { SpecimenType } from '#db/specimens/specimen-material.ts';
import { putAnalyses } from './demo-analyses.ts';
import type { DemoWorld } from './demo-world.ts';

/** The fields of a service that the demo orders use. */
export interface DemoService {
  protocolId: string;
  name: string;
  price: number;
  specimenTypes: readonly SpecimenType[];
  fromDna: boolean;
}

interface ServiceRecipe {
  code: string;
  name: string;
  summary: string;
  description: string;
  category: string;
  price: number;
  days: number;
  specimenTypes: readonly SpecimenType[];
  flows: readonly ('blood' | 'dna' | 'library')[];
  minVolume: string;
  collectToFillRun?: boolean;
  targetYieldGb?: string;
}

const SERVICES: readonly ServiceRecipe[] = [
  {
    code: 'WGS-30X',
    name: 'Whole genome, 30x',
    summary: 'Human whole genome from blood or DNA.',
    description:
      'We sequence the whole human genome to a mean depth of 30x and call variants against GRCh38.\n\nSend at least 200 µL of whole blood or saliva, or extracted DNA of 10 ng/µL or more. You get raw reads, alignments and a report with coverage and quality.',
    category: 'Genomes',
    price: 89_500,
    days: 21,
    specimenTypes: ['WHOLE_BLOOD', 'SALIVA', 'NUCLEIC_ACID'],
    flows: ['blood', 'dna'],
    minVolume: '200',
    targetYieldGb: '90',
  },
  {
    code: 'WGS-LR',
    name: 'Long-read whole genome',
    summary: 'High molecular weight DNA, N50 above 20 kb.',
    description:
      'Reads of 20 kb and more resolve repeats, structural variants and phase.\n\nSend fresh or frozen whole blood, or high molecular weight DNA that was never vortexed. You get raw signal and reads, and a report with N50 and yield.',
    category: 'Genomes',
    price: 129_000,
    days: 28,
    specimenTypes: ['WHOLE_BLOOD', 'NUCLEIC_ACID'],
    flows: ['blood', 'dna'],
    minVolume: '300',
    targetYieldGb: '60',
  },
  {
    code: 'METH',
    name: 'Methylation profiling',
    summary: 'CH3 calls from native DNA.',
    description:
      'Native DNA is read without conversion, so that 5mC is called with the sequence itself.\n\nSend DNA or buffy coat. You get methylation calls for each CpG, and a report with coverage by region.',
    category: 'Methylation',
    price: 75_000,
    days: 21,
    specimenTypes: ['NUCLEIC_ACID', 'BUFFY_COAT'],
    flows: ['dna', 'blood'],
    minVolume: '50',
    targetYieldGb: '10',
  },
  {
    code: 'AMP',
    name: 'Amplicon sequencing',
    summary: 'Short and long amplicons, 96 per plate.',
    description:
      'Your own amplicons, short or long, on plates of 96.\n\nSend purified PCR products in plates or tubes; each is barcoded here. Samples wait until a run is full, so count on ten days.',
    category: 'Targeted',
    price: 4_500,
    days: 10,
    specimenTypes: ['NUCLEIC_ACID'],
    flows: ['dna'],
    minVolume: '20',
    collectToFillRun: true,
  },
  {
    code: 'MICRO',
    name: 'Microbial genome',
    summary: 'Bacterial and fungal isolates.',
    description:
      'Isolates of bacteria and fungi are assembled into closed genomes with their plasmids.\n\nSend a pellet, a culture or DNA. You get the assembly, its annotation and a report with completeness.',
    category: 'Microbes',
    price: 18_500,
    days: 14,
    specimenTypes: ['MICROBIAL_CULTURE', 'NUCLEIC_ACID'],
    flows: ['dna', 'blood'],
    minVolume: '50',
  },
  {
    code: 'LIB-ONLY',
    name: 'Customer-prepared libraries',
    summary: 'You send libraries, we sequence.',
    description:
      'You make the libraries, we load and run them.\n\nSend at least 10 µL of a library with its concentration and mean fragment length. You get raw data and the run report.',
    category: 'Sequencing only',
    price: 60_000,
    days: 7,
    specimenTypes: ['NUCLEIC_ACID'],
    flows: ['library'],
    minVolume: '10',
  },
];

/**
 * Insert six services with their active protocols and approved flows from blood, from DNA and from a library.
 */
export function putServices(
  demo: DemoWorld,
  procedures: ReadonlyMap<string, string>,
): readonly DemoService[] {
  const flows = putFlows(demo, procedures);
  const analysisId = putAnalyses(demo);
  return SERVICES.map((recipe, index) => {
    const protocolId = demo.id();
    const clinical = demo.entity === 'RESONANT';
    const director = clinical ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR';
    demo.putRow(protocol, {
      id: protocolId,
      name: recipe.name,
      code: recipe.code,
      protocolVersion: 1,
      targetYieldGb: recipe.targetYieldGb ?? null,
      analysisId: recipe.code === 'METH' ? analysisId : null,
      status: 'ACTIVE',
      acceptedSpecimenTypes: [...recipe.specimenTypes],
      acceptedDnaTypes: [],
      acceptedSpecies: [],
      minVolume: recipe.minVolume,
      targetTurnaroundDays: recipe.days,
      clinical,
      collectToFillRun: recipe.collectToFillRun ?? false,
      authorIds: [demo.actor('LAB_MANAGER').userId],
      submittedAt: demo.ago(76),
      activatedAt: demo.ago(75),
      approvedById: demo.actor(director).userId,
      approvedAt: demo.ago(75),
    });
    recipe.flows.forEach((key, place) => {
      demo.putRow(protocolFlow, {
        id: demo.id(),
        protocolId,
        flowId: flows[key],
        isDefault: place === 0,
        specimenTypes: [],
        extractedNucleicAcids: recipe.flows.length === 1 ? null : key === 'dna',
      });
    });
    putService(demo, recipe, protocolId, index, clinical);
    const fromDna = recipe.flows[0] !== 'blood';
    return {
      protocolId,
      name: recipe.name,
      price: recipe.price,
      specimenTypes: recipe.specimenTypes,
      fromDna,
    };
  });
}

function putService(
  demo: DemoWorld,
  recipe: ServiceRecipe,
  protocolId: string,
  index: number,
  clinical: boolean,
): void {
  demo.putRow(service, {
    id: demo.id(),
    protocolId,
    name: recipe.name,
    slug: recipe.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    summary: recipe.summary,
    description: recipe.description,
    category: recipe.category,
    status: 'LIVE',
    sortOrder: index + 1,
    packageTypes: ['TUBE', 'PLATE'],
    minSpecimens: 1,
    deliverables: ['RAW_DATA', 'REPORT'],
    turnaroundText: `${recipe.days} days`,
    clinical,
  });
}

function putFlows(demo: DemoWorld, procedures: ReadonlyMap<string, string>) {
  const clinical = demo.entity === 'RESONANT';
  const director = clinical ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR';
  const putVariant = (
    name: string,
    code: string,
    stages: { prep: boolean; extract: boolean; library: boolean },
  ): string => {
    const id = demo.id();
    demo.putRow(flow, {
      id,
      name,
      code: clinical ? `${code}-C` : code,
      flowVersion: 1,
      status: 'APPROVED',
      samplePreparationProcedureId: stages.prep ? (procedures.get('prep') ?? null) : null,
      extractionProcedureId: stages.extract ? (procedures.get('extract') ?? null) : null,
      libraryPreparationProcedureId: stages.library ? (procedures.get('library') ?? null) : null,
      sequencingProcedureId: procedures.get('sequence') ?? null,
      authorIds: [demo.actor('LAB_MANAGER').userId],
      submittedAt: demo.ago(79),
      activatedAt: demo.ago(78),
      takesQueuedSpecimens: false,
      approvedById: demo.actor(director).userId,
      approvedAt: demo.ago(78),
    });
    return id;
  };
  return {
    blood: putVariant('From blood', 'FLOW-BLOOD', { prep: true, extract: true, library: true }),
    dna: putVariant('From extracted DNA', 'FLOW-DNA', { prep: false, extract: false, library: true }),
    library: putVariant('From library', 'FLOW-LIBRARY', { prep: false, extract: false, library: false }),
  };
}
