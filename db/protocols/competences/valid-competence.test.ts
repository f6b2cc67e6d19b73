import { describe, expect, test } from 'vitest';
import { buildCompetence } from '#db/factories/build-competences.ts';
import { competenceState, isTrainingFrom, isValidAt, monthsAfter, trainingFrom } from './valid-competence.ts';

describe('the state of a record', () => {
  test.each([
    ['2027-01-30', 'VALID'],
    ['2026-12-21', 'EXPIRING'],
    ['2026-11-21', 'EXPIRING'],
    ['2026-11-20', 'EXPIRED'],
    [null, 'VALID'],
  ] as const)('with the last day %s on November 21 is %s', (expiresOn, state) => {
    expect(competenceState(buildCompetence({ expiresOn }), '2026-11-21')).toBe(state);
  });

  test('revoked is stronger than any date', () => {
    const row = buildCompetence({ revokedAt: '2026-11-21T10:00:00.000Z', revocationReason: 'Too long ago' });
    expect(competenceState(row, '2026-11-21')).toBe('REVOKED');
  });
});

describe('a record at the moment of the work', () => {
  const moment = { occurredAt: '2026-11-21T10:00:00.000Z', labDay: '2026-11-21' };
  test.each([
    ['counts from its time on', { at: '2026-11-21T10:00:00.000Z' }, true],
    ['does not count before it', { at: '2026-11-21T10:00:00.001Z' }, false],
    ['counts on its last day', { expiresOn: '2026-11-21' }, true],
    ['does not count after it', { expiresOn: '2026-11-20' }, false],
    ['counts until it is revoked', { revokedAt: '2026-11-21T10:00:00.001Z' }, true],
    ['does not count once it is revoked', { revokedAt: '2026-11-21T10:00:00.000Z' }, false],
  ])('%s', (_title, row, valid) => {
    expect(isValidAt(buildCompetence(row), moment)).toBe(valid);
  });
});

describe('the versions whose training counts', () => {
  const versions = [1, 2, 3, 4].map((procedureVersion) => ({
    procedureVersion,
    status: procedureVersion === 3 ? ('REJECTED' as const) : ('APPROVED' as const),
  }));

  test('are the version and the one that was in use before it', () => {
    expect(trainingFrom({ procedureVersion: 4, trainingFromVersion: null }, versions)).toBe(2);
    expect(trainingFrom({ procedureVersion: 1, trainingFromVersion: null }, versions)).toBe(1);
  });

  test('are those that the procedure says', () => {
    expect(trainingFrom({ procedureVersion: 4, trainingFromVersion: 4 }, versions)).toBe(4);
    expect(trainingFrom({ procedureVersion: 4, trainingFromVersion: 1 }, versions)).toBe(1);
  });

  test('count trainings and assessments, not reading', () => {
    expect(isTrainingFrom(buildCompetence({ procedureVersion: 2 }), 2)).toBe(true);
    expect(isTrainingFrom(buildCompetence({ procedureVersion: 1 }), 2)).toBe(false);
    expect(isTrainingFrom(buildCompetence({ procedureVersion: 2, kind: 'ASSESSED' }), 2)).toBe(true);
    expect(isTrainingFrom(buildCompetence({ procedureVersion: 2, kind: 'READ' }), 2)).toBe(false);
  });
});

test.each([
  ['2026-11-21', 12, '2027-11-21'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
])('from %s, %i months later is %s', (day, months, later) => {
  expect(monthsAfter(day, months)).toBe(later);
});
