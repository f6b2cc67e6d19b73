import { z } from 'zod';
import { type Flow, flow, type ProtocolFlow, protocolFlow } from '#db/protocols/flow.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';

/** What the authors of a protocol change besides its flows; its code stays. */
export const ProtocolSettings = z.strictObject({
  ...protocol.schema.pick({
    name: true,
    description: true,
    acceptedSpecimenTypes: true,
    acceptedDnaTypes: true,
    acceptedSpecies: true,
    minConcentration: true,
    minVolume: true,
    minMass: true,
    clinical: true,
    collectToFillRun: true,
    analysisId: true,
    targetYieldGb: true,
    targetCoverage: true,
  }).shape,
  targetTurnaroundDays: z.int().min(1).max(365),
});
export type ProtocolSettings = z.infer<typeof ProtocolSettings>;

/** Return the settings of a protocol. */
export const settingsOf = (row: ProtocolSettings): ProtocolSettings => ({
  name: row.name,
  description: row.description,
  acceptedSpecimenTypes: row.acceptedSpecimenTypes,
  acceptedDnaTypes: row.acceptedDnaTypes,
  acceptedSpecies: row.acceptedSpecies,
  minConcentration: row.minConcentration,
  minVolume: row.minVolume,
  minMass: row.minMass,
  clinical: row.clinical,
  collectToFillRun: row.collectToFillRun,
  analysisId: row.analysisId,
  targetYieldGb: row.targetYieldGb,
  targetCoverage: row.targetCoverage,
  targetTurnaroundDays: row.targetTurnaroundDays,
});

/** For which specimens a protocol takes a flow; without conditions only as the default. */
export const FlowRule = z.strictObject(
  protocolFlow.schema.pick({
    flowId: true,
    isDefault: true,
    specimenTypes: true,
    extractedNucleicAcids: true,
  }).shape,
);
export type FlowRule = z.infer<typeof FlowRule>;

/** The rules of a draft: at most one of them is the default. */
export const FlowRules = z
  .array(FlowRule)
  .max(20)
  .refine((rules) => rules.filter(({ isDefault }) => isDefault).length <= 1, {
    message: 'Only one flow is the default.',
  });

/** Return the rule of a row. */
export const ruleOf = ({ flowId, isDefault, specimenTypes, extractedNucleicAcids }: FlowRule): FlowRule => ({
  flowId,
  isDefault,
  specimenTypes,
  extractedNucleicAcids,
});

/** A rule of a protocol with its flow. */
export interface ProtocolRoute {
  rule: ProtocolFlow;
  flow: Flow;
}

/** Read the rules of a protocol with their flows, the default first. */
export async function readRoutes(tx: Transaction, protocolId: string): Promise<ProtocolRoute[]> {
  const routes: ProtocolRoute[] = [];
  for (const rule of await tx.find(protocolFlow, { protocolId })) {
    const row = await tx.get(flow, rule.flowId);
    if (row && !row.deleted) routes.push({ rule, flow: row });
  }
  return routes.sort(
    (one, other) =>
      Number(other.rule.isDefault) - Number(one.rule.isDefault) || (one.rule.id < other.rule.id ? -1 : 1),
  );
}

/** Check whether a rule has a condition on the specimen. */
const isConditional = ({ specimenTypes, extractedNucleicAcids }: FlowRule): boolean =>
  specimenTypes.length > 0 || extractedNucleicAcids !== null;

const typeProblems = (row: Protocol, { rule, flow: { name } }: ProtocolRoute): string[] => {
  const unacceptedTypes = rule.specimenTypes.filter((type) => !row.acceptedSpecimenTypes.includes(type));
  return unacceptedTypes.length > 0
    ? [
        `${name}: the protocol does not accept ${unacceptedTypes.map((type) => SPECIMEN_TYPE[type]).join(', ')}.`,
      ]
    : [];
};

/** List what keeps a protocol from being submitted: its materials, its default flow and flows that nothing takes. */
export function structureProblems(row: Protocol, routes: readonly ProtocolRoute[]): string[] {
  return [
    ...(row.acceptedSpecimenTypes.length === 0 ? ['Choose the accepted specimen types.'] : []),
    ...(routes.some(({ rule }) => rule.isDefault) ? [] : ['Choose the default flow.']),
    ...routes.flatMap((route) => [
      ...(route.rule.isDefault || isConditional(route.rule)
        ? []
        : [`${route.flow.name}: enter a condition, or nothing takes this flow.`]),
      ...typeProblems(row, route),
    ]),
  ];
}

/** List what keeps a protocol from being approved: a flow that is not approved, or that is not yet in use. */
export const approvalProblems = (routes: readonly ProtocolRoute[], effectiveFrom: string | null): string[] =>
  routes.flatMap(({ flow: row }) => {
    const name = `Flow ${row.code}, version ${row.flowVersion}`;
    if (row.status !== 'APPROVED') return [`${name}, is not approved.`];
    const isLater = row.activatedAt === null && (row.effectiveFrom ?? '') > (effectiveFrom ?? '');
    return isLater ? [`${name}, is effective from ${row.effectiveFrom}. Choose that day.`] : [];
  });

/** List what a research protocol lacks: a default flow, and flows that are research or approved. */
export const researchProblems = (routes: readonly ProtocolRoute[]): string[] => [
  ...(routes.some(({ rule }) => rule.isDefault) ? [] : ['Choose the default flow.']),
  ...routes.flatMap(({ flow: { code, status } }) =>
    status === 'APPROVED' || status === 'RESEARCH' ? [] : [`Flow ${code} is neither approved nor research.`],
  ),
];

/**
 * Compute the hash that a director signs: the settings and the rule of each flow. Flows are named by their
 * code, because a new version of a flow keeps its place in the protocol.
 */
export const protocolHash = (row: Protocol, routes: readonly ProtocolRoute[]): Promise<string> =>
  sha256(
    canonicalJson({
      act: 'approve-protocol',
      protocolId: row.id,
      code: row.code,
      protocolVersion: row.protocolVersion,
      settings: settingsOf(row),
      flows: routes
        .map(({ rule, flow: { code } }) => ({
          code,
          isDefault: rule.isDefault,
          specimenTypes: rule.specimenTypes,
          extractedNucleicAcids: rule.extractedNucleicAcids,
        }))
        .sort((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1)),
    }),
  );
