import { expect, test } from 'vitest';
import { buildFlow, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { chooseFlow, firstStage, wayFor } from './choose-flow.ts';

const anyMaterialFlow = buildProtocolFlow({
  id: 'anything',
  flowId: 'default',
  isDefault: true,
  specimenTypes: [],
  extractedNucleicAcids: null,
});
const blood = buildProtocolFlow({
  id: 'blood',
  flowId: 'blood',
  isDefault: false,
  specimenTypes: ['WHOLE_BLOOD'],
  extractedNucleicAcids: null,
});
const extracted = buildProtocolFlow({
  id: 'extracted',
  flowId: 'dna',
  isDefault: false,
  specimenTypes: ['NUCLEIC_ACID'],
  extractedNucleicAcids: true,
});

test.each([
  ['WHOLE_BLOOD', false, 'blood'],
  ['NUCLEIC_ACID', true, 'extracted'],
  ['NUCLEIC_ACID', false, 'anything'],
  ['SALIVA', false, 'anything'],
] as const)('%s (extracted: %s) takes the flow "%s"', (providedSpecimenType, extractedNucleicAcids, id) => {
  expect(
    wayFor([anyMaterialFlow, blood, extracted], { providedSpecimenType, extractedNucleicAcids })?.id,
  ).toBe(id);
});

test('material that neither a special nor the default flow accepts has no flow', () => {
  const strict = buildProtocolFlow({
    isDefault: true,
    specimenTypes: ['URINE'],
    extractedNucleicAcids: null,
  });
  expect(
    wayFor([strict, blood], { providedSpecimenType: 'STOOL', extractedNucleicAcids: false }),
  ).toBeUndefined();
});

const STAMP = { at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' };

test('a flow that is not approved is skipped; a manual choice is used', async () => {
  const world = new MemoryWorld();
  world.putRow(protocolFlow, { ...blood, protocolId: 'protocol-1' });
  world.putRow(protocolFlow, { ...anyMaterialFlow, protocolId: 'protocol-1' });
  world.putRow(flow, buildFlow({ id: 'blood', status: 'PENDING_APPROVAL' }));
  world.putRow(flow, buildFlow({ id: 'default', status: 'APPROVED' }));
  world.putRow(flow, buildFlow({ id: 'chosen', status: 'APPROVED' }));
  const choose = (flowId: string | null) =>
    world.transaction(STAMP, (tx) => chooseFlow(tx, buildSpecimen({ protocolId: 'protocol-1', flowId })));
  expect((await choose(null))?.id).toBe('default');
  expect((await choose('chosen'))?.id).toBe('chosen');
});

test('a flow begins at its first procedure in the fixed order of the stages', () => {
  expect(firstStage(buildFlow({ samplePreparationProcedureId: 'p' }))).toBe('PREPARATION');
  expect(firstStage(buildFlow({ samplePreparationProcedureId: null, extractionProcedureId: null }))).toBe(
    'LIBRARY_PREPARATION',
  );
});
