import { beforeEach, describe, expect, test } from 'vitest';
import { buildAnalysis } from '#db/factories/build-analyses.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { analysis } from './analysis.ts';
import { analysisHash, settingsOf } from './analysis-content.ts';
import { approveAnalysis, returnAnalysis } from './approve-analysis.ts';
import { createAnalysis, saveAnalysis, startAnalysisVersion, submitAnalysis } from './write-analysis.ts';

const MANAGER = buildActor({ userId: 'manager', role: 'LAB_MANAGER', name: 'Mara' });
const DIRECTOR = buildActor({ userId: 'director', role: 'LAB_RESEARCH_DIRECTOR', name: 'Dora' });
const PROJECT = buildActor({ userId: 'pm', role: 'PROJECT_MANAGER', name: 'Pia' });
const ASSISTANT = buildActor({ userId: 'ra', role: 'RESEARCH_ASSISTANT', name: 'Rita' });
const SETTINGS = settingsOf(buildAnalysis({ minMeanQ: '12' }));
const SUMMARY = { analysisId: 'a1', changeSummary: 'First version of the analysis.' };
const online = (actor: Actor) => ({ deviceId: null, actor });

let world: MemoryWorld;
beforeEach(() => {
  world = new MemoryWorld();
});

const create = (actor: Actor, research = false) =>
  runRule(
    world,
    createAnalysis,
    { analysisId: 'a1', code: 'wf-human', research, settings: SETTINGS },
    online(actor),
  );
const submit = (actor: Actor = MANAGER) => runRule(world, submitAnalysis, SUMMARY, online(actor));
const attach = (sha256 = 'b'.repeat(64)) =>
  world.putRow(
    s3File,
    buildS3File({
      id: 'f1',
      targetType: 'Analysis',
      targetId: 'a1',
      fileType: 'ANALYSIS_DOCUMENT',
      status: 'STORED',
      sha256,
    }),
  );
const hashNow = async () => {
  const row = world.one(analysis, 'a1');
  if (!row) throw new Error('No analysis.');
  return analysisHash(row, world.all(s3File));
};
const approve = async (actor: Actor, contentHash?: string) =>
  runRule(
    world,
    approveAnalysis,
    { analysisId: 'a1', contentHash: contentHash ?? (await hashNow()), proof: 'proof' },
    online(actor),
  );
const giveBack = (actor: Actor = DIRECTOR) =>
  runRule(world, returnAnalysis, { analysisId: 'a1', reason: 'The truth set is missing' }, online(actor));

describe('an analysis', () => {
  test('becomes live with a validation file, signed by somebody who did not write it', async () => {
    await create(MANAGER);
    await submit();
    await expect(approve(DIRECTOR)).rejects.toMatchObject({ code: 'VALIDATION_FILE_REQUIRED' });
    attach();
    await expect(approve(MANAGER)).rejects.toMatchObject({ code: 'OWN_VERSION' });
    await approve(DIRECTOR);
    expect(world.one(analysis, 'a1')).toMatchObject({
      code: 'WF-HUMAN',
      status: 'LIVE',
      validatedById: 'director',
      authorIds: ['manager'],
    });
    expect(world.all(signature)).toMatchObject([
      { targetType: 'Analysis', targetId: 'a1', userId: 'director' },
    ]);
  });

  test('is not approved when its validation file changed after it was read', async () => {
    await create(MANAGER);
    await submit();
    attach();
    const readHash = await hashNow();
    attach('c'.repeat(64));
    await expect(approve(DIRECTOR, readHash)).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
  });

  test('is not approved while its validation file is in quarantine', async () => {
    await create(MANAGER);
    await submit();
    attach();
    const [file] = world.all(s3File);
    if (file) world.putRow(s3File, { ...file, scanStatus: 'QUARANTINED' });
    await expect(approve(DIRECTOR)).rejects.toMatchObject({ code: 'VALIDATION_FILE_REQUIRED' });
  });

  test('is approved by lab managers and directors only', async () => {
    await create(MANAGER);
    await submit();
    attach();
    await expect(approve(PROJECT)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is locked in validation, and returns to draft with the reason', async () => {
    await create(MANAGER);
    await submit();
    const change = { analysisId: 'a1', seenVersion: 2, settings: { ...SETTINGS, minMeanQ: '14' } };
    const save = (seenVersion: number) =>
      runRule(world, saveAnalysis, { ...change, seenVersion }, online(PROJECT));
    await expect(save(2)).rejects.toMatchObject({ code: 'SUBMITTED' });
    await giveBack();
    expect(world.one(analysis, 'a1')).toMatchObject({
      status: 'DRAFT',
      submittedAt: null,
      returnReason: 'The truth set is missing',
    });
    const version = world.one(analysis, 'a1')?.version ?? 0;
    await expect(save(version - 1)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await save(version);
    expect(world.one(analysis, 'a1')).toMatchObject({ minMeanQ: '14', authorIds: ['manager', 'pm'] });
  });

  test('that is live returns to draft only while nothing refers to it', async () => {
    world.putRow(analysis, buildAnalysis({ id: 'a1' }));
    world.putRow(protocol, buildProtocol({ analysisId: 'a1' }));
    await expect(giveBack()).rejects.toMatchObject({ code: 'IN_USE' });
    for (const row of world.all(protocol)) world.putRow(protocol, { ...row, analysisId: null });
    await giveBack();
    expect(world.one(analysis, 'a1')).toMatchObject({ status: 'DRAFT', validatedById: null });
  });

  test('has one next version in preparation at a time', async () => {
    world.putRow(analysis, buildAnalysis({ id: 'a1', code: 'WF-HUMAN' }));
    const start = (analysisId: string) =>
      runRule(world, startAnalysisVersion, { analysisId, sourceId: 'a1' }, online(MANAGER));
    await start('a2');
    expect(world.one(analysis, 'a2')).toMatchObject({
      analysisVersion: 2,
      status: 'DRAFT',
      supersedesId: 'a1',
    });
    await expect(start('a3')).rejects.toMatchObject({ code: 'OPEN_VERSION' });
    expect(world.one(analysis, 'a1')?.status).toBe('LIVE');
  });

  test('has its code for itself', async () => {
    await create(MANAGER);
    await expect(
      runRule(
        world,
        createAnalysis,
        { analysisId: 'a2', code: 'WF-HUMAN', research: false, settings: SETTINGS },
        online(MANAGER),
      ),
    ).rejects.toMatchObject({ code: 'CODE_TAKEN' });
  });

  test('of research is written by research assistants, and only that', async () => {
    await expect(create(ASSISTANT)).rejects.toMatchObject({ code: 'RESEARCH_ONLY' });
    await create(ASSISTANT, true);
    expect(world.one(analysis, 'a1')?.research).toBe(true);
  });

  test('of another lab is not found', async () => {
    world.putRow(analysis, buildAnalysis({ id: 'a1', entity: 'RESONANT' }));
    const lab = { id: 'WBL', home: 'WBL' as const, entities: ['WBL' as const] };
    await expect(giveBack({ ...DIRECTOR, lab })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
