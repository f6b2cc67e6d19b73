import { beforeAll, expect, test } from 'vitest';
import { competence } from '#db/protocols/competences/competence.ts';
import { flow } from '#db/protocols/flow.ts';
import { PROCEDURE_STATUS_DISPLAY, procedure } from '#db/protocols/procedure.ts';
import { compareSections } from '#db/protocols/procedures/compare-procedures.ts';
import { readSections } from '#db/protocols/procedures/open-procedure.ts';
import { procedureDraft } from '#db/protocols/procedures/procedure-draft.ts';
import { procedureProblems } from '#db/protocols/procedures/procedure-problems.ts';
import { PROTOCOL_STATUS_DISPLAY, protocol } from '#db/protocols/protocol.ts';
import { section } from '#db/protocols/section.ts';
import { buildDemoLab } from './demo-lab.ts';
import type { DemoWorld } from './demo-world.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };
const STAMP = { at: NOW, userId: null, entity: 'WBL' };

let demo: DemoWorld;
beforeAll(async () => {
  demo = (await buildDemoLab(SETTINGS)).WBL;
});

interface Version {
  status: string;
  submittedAt: string | null;
  activatedAt: string | null;
  rejectionReason: string | null;
}

/** Return the state of a version as a screen shows it. */
function stateOf({ status, submittedAt, activatedAt }: Version): string {
  if (status === 'PENDING_APPROVAL') return submittedAt === null ? 'DRAFT' : 'SUBMITTED';
  if (status === 'APPROVED' || status === 'ACTIVE') return activatedAt === null ? 'EFFECTIVE_LATER' : status;
  return status;
}

test.each([
  { kind: 'procedures', rows: (): Version[] => demo.all(procedure), statuses: PROCEDURE_STATUS_DISPLAY },
  { kind: 'flows', rows: (): Version[] => demo.all(flow), statuses: PROCEDURE_STATUS_DISPLAY },
  { kind: 'protocols', rows: (): Version[] => demo.all(protocol), statuses: PROTOCOL_STATUS_DISPLAY },
])('the demo lab has $kind in every state', ({ rows, statuses }) => {
  const versions = rows();
  const expected = Object.keys(statuses).filter((status) => status !== 'PENDING_APPROVAL');
  expect(new Set(versions.map(stateOf))).toEqual(
    new Set([...expected, 'DRAFT', 'SUBMITTED', 'EFFECTIVE_LATER']),
  );
  for (const { rejectionReason } of versions.filter(({ status }) => status === 'REJECTED'))
    expect(rejectionReason?.length).toBeGreaterThan(10);
});

test('a procedure has three versions that differ in their sections', async () => {
  const versions = demo.select(procedure, { code: 'SOP-UHMW-01' });
  expect(versions.map(stateOf)).toEqual(['ARCHIVED', 'APPROVED', 'EFFECTIVE_LATER']);
  const contents = await demo.world.transaction(STAMP, async (tx) => {
    const all = [];
    for (const row of versions) all.push(await readSections(tx, row));
    return all;
  });
  for (const [index, later] of contents.slice(1).entries())
    expect(compareSections(contents[index] ?? [], later).length).toBeGreaterThan(0);
});

test('a draft lists its problems: a lot without type, limits, operands and a section without steps', async () => {
  const [row] = demo.select(procedure, { code: 'SOP-SRE-01' });
  if (!row) throw new Error('The demo draft is missing.');
  const problems = await demo.world.transaction(STAMP, async (tx) =>
    procedureProblems(tx, row, await readSections(tx, row)),
  );
  expect(problems.map(({ message }) => message)).toEqual([
    'Store: add a step.',
    'Elimination buffer lot: choose the inventory type of the lot.',
    'Resuspended volume: the minimum is above the lower QC limit.',
    'Recovery: operand mass_after does not exist.',
    'Recovery: operand mass_before does not exist.',
  ]);
});

test('one of the two library sections is newer than the copy of a procedure', () => {
  const library = demo.select(section, { procedureId: null });
  const copies = demo.all(procedureDraft).flatMap(({ sections }) => sections);
  const isOutdated = ({ id, version }: { id: string; version: number }): boolean =>
    copies.some(
      ({ sourceSectionId, sourceVersion }) => sourceSectionId === id && (sourceVersion ?? 0) < version,
    );
  expect(library.map((row) => [row.name, isOutdated(row)])).toEqual([
    ['Fluorometric quantification', true],
    ['Magnetic bead cleanup', false],
  ]);
});

test('the people have trainings that are valid, that end within 30 days and that have ended', () => {
  const today = demo.day(0);
  const ends = demo
    .all(competence)
    .filter(({ kind }) => kind !== 'READ')
    .map(({ expiresOn }) => expiresOn ?? '');
  expect(ends.some((day) => day < today)).toBe(true);
  expect(ends.some((day) => day >= today && day <= demo.day(30))).toBe(true);
  expect(ends.some((day) => day > demo.day(30))).toBe(true);
});
