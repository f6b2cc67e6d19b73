import { describe, expect, test } from 'vitest';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { comparedAnswer, expectedAnswer, tubeDraft } from './scan-answer.ts';
import { contentOf, sessionProblems } from './session-args.ts';
import { countSession, platesOf, type SessionMaterial, wellsToAccept } from './session-counts.ts';
import { newSession, type SessionDraft } from './session-draft.ts';
import { changeTube, withException, withTube } from './session-edit.ts';
import { meaningOf } from './session-scan.ts';

const AT = '2026-11-21T10:00:00.000Z';
const specimens = ['a', 'b', 'c'].map((suffix, index) =>
  buildSpecimen({
    id: `specimen-${suffix}`,
    orderId: 'order-1',
    orderRow: index + 1,
    status: 'SHIPPED',
    requisitionNumber: `W-000001-00${index + 1}`,
    tubeBarcode: `TUBE-${suffix.toUpperCase()}`,
    patientMrn: `MRN00${index + 1}`,
  }),
);
const material: SessionMaterial = { specimens, clinicalIds: new Set() };
const clinical: SessionMaterial = { specimens, clinicalIds: new Set(specimens.map(({ id }) => id)) };

const buildSession = (rest: Partial<SessionDraft> = {}): SessionDraft => ({
  ...newSession({
    id: 'group-1',
    startedAt: AT,
    orderIds: ['order-1'],
    title: 'W-000001',
    trackingNumber: null,
    packageCount: 1,
    plates: [],
  }),
  ...rest,
});

const tubeOf = (index: number, julianId = `W26325-000${index + 1}`) =>
  tubeDraft({
    specimen: specimens[index] ?? null,
    code: specimens[index]?.tubeBarcode ?? 'STRANGER',
    at: AT,
    label: { sampleId: `sample-${index}`, sampleBarcodeId: `barcode-${index}`, julianId },
    place: null,
  });

describe('a scan in a receiving session', () => {
  test('matches an expected tube by its own code or by its requisition', () => {
    expect(meaningOf('tube-a', buildSession(), material)).toMatchObject({ kind: 'EXPECTED' });
    expect(meaningOf('W-000001-002', buildSession(), material)).toMatchObject({
      kind: 'EXPECTED',
      specimen: { id: 'specimen-b' },
    });
  });

  test('of a clinical tube with a different MRN shows where the tube goes', () => {
    expect(comparedAnswer(tubeOf(0), true)).toMatchObject({ verdict: 'ok', title: 'MRN matches' });
    expect(comparedAnswer(tubeOf(0), false)).toMatchObject({
      verdict: 'warning',
      title: 'MRN differs',
      detail: 'W26325-0001 is recorded as a wrong label. Put the tube into a quarantine location.',
    });
  });

  test('of a clinical tube offers to compare the MRN, and without one says that a comparison is impossible', () => {
    const [first] = specimens;
    if (!first) throw new Error('There is a specimen.');
    expect(expectedAnswer(tubeOf(0), first, clinical)).toMatchObject({
      verdict: 'warning',
      action: { kind: 'COMPARE_MRN', mrn: 'MRN001' },
    });
    const without = expectedAnswer(tubeOf(0), { ...first, patientMrn: null }, clinical);
    expect(without).toMatchObject({ verdict: 'warning', action: null });
    expect(without.detail).toContain('No MRN to compare');
  });

  test('of the same tube is a repeat by any of its codes', () => {
    const draft = withTube(buildSession(), tubeOf(0));
    for (const code of ['TUBE-A', 'W-000001-001'])
      expect(meaningOf(code, draft, material)).toMatchObject({
        kind: 'REPEATED',
        message: `${code} was already scanned in this session.`,
      });
  });

  test('of an unknown code is unknown once and a repeat the second time', () => {
    expect(meaningOf('STRANGER', buildSession(), material)).toEqual({ kind: 'UNKNOWN', code: 'STRANGER' });
    const draft = withTube(buildSession(), tubeOf(9, 'W26325-0010'));
    expect(meaningOf('stranger', draft, material).kind).toBe('REPEATED');
  });

  test('of a lab label is compared with the last scanned tube', () => {
    expect(meaningOf('W26325-0001-01', buildSession(), material).kind).toBe('LABEL_FIRST');
    const draft = withTube(withTube(buildSession(), tubeOf(0)), tubeOf(1));
    expect(meaningOf('W26325-0001-01', draft, material)).toMatchObject({
      kind: 'LABEL',
      tube: { julianId: 'W26325-0002' },
    });
  });

  test('of the MRN, and nothing else, confirms the second identifier of a clinical tube', () => {
    const draft = withTube(buildSession(), tubeOf(0));
    expect(meaningOf('MRN001', draft, clinical).kind).toBe('IDENTIFIER');
    expect(meaningOf('MRN002', draft, clinical).kind).toBe('UNKNOWN');
    expect(meaningOf('MRN001', draft, material).kind).toBe('UNKNOWN');
  });

  test('of an item received before asks instead of counting it twice', () => {
    const received = specimens.map((one) => ({ ...one, receivedAt: AT, status: 'RECEIVED' as const }));
    expect(meaningOf('TUBE-A', buildSession(), { ...material, specimens: received }).kind).toBe(
      'RECEIVED_BEFORE',
    );
  });
});

describe('the counts of a session', () => {
  test('distinguish expected, received, missing, unexpected and problem tubes', () => {
    const unexpectedTube = tubeOf(9, 'W26325-0010');
    const damaged = changeTube(withTube(withTube(buildSession(), tubeOf(0)), unexpectedTube), 'sample-0', {
      condition: 'DAMAGED',
    });
    expect(countSession(damaged, material)).toEqual({
      expected: 3,
      received: 1,
      missing: 2,
      unexpected: 1,
      problems: 1,
    });
  });
});

describe('the signed content', () => {
  test('names the missing tubes, and an uncompared clinical tube is not confirmed', () => {
    const content = contentOf(
      withTube(buildSession({ condition: 'INTACT' }), tubeOf(0)),
      'AG-W26325-01',
      clinical,
      [],
    );
    expect(content.missingSpecimenIds).toEqual(['specimen-b', 'specimen-c']);
    expect(content.tubes).toMatchObject([
      { specimenId: 'specimen-a', sampleBarcode: 'W26325-0001-01', secondIdentifierConfirmed: false },
    ]);
  });

  test('a temperature excursion of the package quarantines every tube without another problem', () => {
    const draft = changeTube(
      withTube(withTube(buildSession({ allExcursion: true }), tubeOf(0)), tubeOf(1)),
      'sample-1',
      { condition: 'LEAKING' },
    );
    const { tubes } = contentOf(draft, 'AG-W26325-01', material, []);
    expect(tubes.map(({ condition }) => condition)).toEqual(['TEMPERATURE_EXCURSION', 'LEAKING']);
  });

  test('a package that is not intact needs a note, and an empty session cannot be signed', () => {
    expect(sessionProblems(buildSession(), [])).toEqual([
      'Say in which condition the package arrived.',
      'Scan at least one tube or accept a plate before you finish.',
    ]);
    const damaged = withTube(buildSession({ condition: 'DAMAGED' }), tubeOf(0));
    expect(sessionProblems(damaged, [])).toEqual(['Describe the damage or add a photo.']);
    expect(sessionProblems({ ...damaged, note: 'A corner is crushed.' }, [])).toEqual([]);
  });
});

test('the wells of a plate are accepted in column-major order, including those not on the manifest', () => {
  const onPlate = ['A2', 'B1', 'A1'].map((well, index) =>
    buildSpecimen({
      id: `well-${well}`,
      orderId: 'order-2',
      status: 'SHIPPED',
      requisitionNumber: `W-000002-00${index}`,
      shipmentPlateLocation: well,
      shipmentPlateNumber: 1,
      shipmentPlateBarcode: 'PLATE-1',
    }),
  );
  const [plate] = platesOf(onPlate, ['order-2']);
  if (!plate) throw new Error('There is a plate.');
  const exceptions = withException(plate, ['C1'], 'UNEXPECTED');
  const wells = wellsToAccept({ ...plate, exceptions }, onPlate);
  expect(wells.map(({ well, specimen }) => [well, specimen?.id ?? null])).toEqual([
    ['A1', 'well-A1'],
    ['B1', 'well-B1'],
    ['C1', null],
    ['A2', 'well-A2'],
  ]);
  expect(withException({ ...plate, exceptions }, ['C1'], null)).toEqual({});
});
