import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { type AnalysisSettings, settingsOf } from '#db/sequencing/analyses/analysis-content.ts';
import type { DemoWorld } from './demo-world.ts';

const METHYLATION: AnalysisSettings & { code: string } = {
  code: 'METHYLATION',
  name: 'Methylation calls',
  description: 'Calls 5mC and 5hmC against GRCh38 and reports the coverage by region.',
  pipelineUri: 'https://github.com/epi2me-labs/wf-human-variation#v2.6.0',
  parameters: { mod: true, snp: false },
  referenceGenome: 'GRCh38',
  sourceSpecies: ['HOMO_SAPIENS'],
  outputs: ['ALIGNED_BAM', 'METHYLATION', 'REPORT'],
  minYieldGb: null,
  minMeanQ: '10',
  minCoverage: null,
};
const AMPLICON: AnalysisSettings & { code: string } = {
  ...METHYLATION,
  code: 'AMPLICON',
  name: 'Amplicon consensus',
  description: 'Builds the consensus of each amplicon.',
  pipelineUri: 'https://github.com/epi2me-labs/wf-amplicon#v1.1.4',
  parameters: {},
  referenceGenome: null,
  sourceSpecies: [],
  outputs: ['REPORT'],
};
const ASSEMBLY: AnalysisSettings & { code: string } = {
  ...AMPLICON,
  code: 'ASSEMBLY',
  name: 'Bacterial assembly',
  description: 'Assembles the genome of an isolate with its plasmids.',
  pipelineUri: 'https://github.com/epi2me-labs/wf-bacterial-genomes#v1.4.2',
};

/** Insert the analyses of a business entity: live, in validation, and a draft. Returns the live one's id. */
export function putAnalyses(demo: DemoWorld): string {
  const authors = { authorIds: [demo.actor('PROJECT_MANAGER').userId], research: false, analysisVersion: 1 };
  // One lab serves both business entities, and a code names one analysis in it.
  const codeOf = (code: string): string => (demo.entity === 'RESONANT' ? `CLINICAL-${code}` : code);
  const liveId = demo.id();
  demo.putRow(analysis, {
    id: liveId,
    ...authors,
    code: codeOf(METHYLATION.code),
    ...settingsOf(METHYLATION),
    status: 'LIVE',
    submittedAt: demo.ago(78),
    changeSummary: 'First version, validated with HG002.',
    validatedById: demo.actor('LAB_RESEARCH_DIRECTOR').userId,
    validatedAt: demo.ago(77),
  });
  demo.putRow(analysis, {
    id: demo.id(),
    ...authors,
    code: codeOf(AMPLICON.code),
    ...settingsOf(AMPLICON),
    status: 'PENDING',
    submittedAt: demo.ago(3),
    changeSummary: 'First version for the amplicon service.',
  });
  demo.putRow(analysis, {
    id: demo.id(),
    ...authors,
    code: codeOf(ASSEMBLY.code),
    ...settingsOf(ASSEMBLY),
    status: 'DRAFT',
  });
  return liveId;
}
