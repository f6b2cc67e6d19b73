import { expect, test } from 'vitest';
import { wellAt } from '#db/values/plate-well.ts';
import { type PackedSpecimen, type PackingSlip, renderPackingSlipPdf } from './packing-slip-pdf.ts';

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

const SLIP: PackingSlip = {
  entity: 'WBL',
  orderNumber: 'W-000123',
  companyName: 'Harbor University',
  serviceName: 'Whole genome',
  packageType: 'PLATE',
  packageCount: 1,
  submittedAt: '2026-11-20T10:00:00.000Z',
  specimens: [],
};
const specimens = (count: number, plate: number | null): PackedSpecimen[] =>
  Array.from({ length: count }, (_, at) => ({
    requisitionNumber: `W-000123-${String(at + 1).padStart(3, '0')}`,
    customerSampleId: `Sample-${at + 1}`,
    plate,
    well: plate === null ? null : (wellAt(at + 1) ?? null),
  }));

test('the slip of two full plates has one page with both maps', async () => {
  const pdf = await renderPackingSlipPdf({ ...SLIP, specimens: [...specimens(96, 1), ...specimens(96, 2)] });
  expect(pagesOf(pdf)).toBe(1);
});

test('each further plate has its whole map on one page', async () => {
  const plates = [1, 2, 3, 4, 5].flatMap((plate) => specimens(96, plate));
  expect(pagesOf(await renderPackingSlipPdf({ ...SLIP, specimens: plates }))).toBe(2);
});

test('the slip of 96 tubes has one page, and more continue on the next', async () => {
  const slipOf = (count: number) =>
    renderPackingSlipPdf({ ...SLIP, packageType: 'TUBE', specimens: specimens(count, null) });
  expect(pagesOf(await slipOf(96))).toBe(1);
  expect(pagesOf(await slipOf(250))).toBe(2);
});

test('equal orders render equal slips', async () => {
  const slip = { ...SLIP, specimens: specimens(3, 1) };
  const pdf = await renderPackingSlipPdf(slip);
  expect(pdf.equals(await renderPackingSlipPdf(slip))).toBe(true);
  const moved = specimens(3, 1).map((one) => ({ ...one, well: 'H12' }));
  expect(pdf.equals(await renderPackingSlipPdf({ ...SLIP, specimens: moved }))).toBe(false);
});
