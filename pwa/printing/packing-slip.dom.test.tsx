import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PackingSlipSheet } from './packing-slip-sheet.tsx';

afterEach(cleanup);

const TUBE = { customerSampleId: 'S-1', material: 'Whole blood', place: null };

test('a packing slip has a barcode for the order and for each requisition', () => {
  const slip = {
    entity: 'WBL' as const,
    orderNumber: 'W-000123',
    companyName: 'Northfield Biotech',
    serviceName: 'Genome',
    specimens: [
      { ...TUBE, requisitionNumber: 'W-000123-001' },
      { ...TUBE, requisitionNumber: 'W-000123-002', customerSampleId: 'S-2', place: 'Plate 1, B3' },
    ],
  };
  render(<PackingSlipSheet slip={slip} />);
  expect(screen.getAllByRole('img').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Barcode W-000123',
    'Barcode W-000123-001',
    'Barcode W-000123-002',
  ]);
  expect(screen.getByText('Genome, 2 specimens')).toBeTruthy();
  const repeated = screen.getByText('Packing slip W-000123, from Northfield Biotech');
  expect(repeated.closest('thead'), 'each sheet of a long slip names its order').toBeTruthy();
  expect(
    screen.getByText('To WBL, Specimen accessioning, 100 Sequencing Way, Boston, MA 02115, US'),
  ).toBeTruthy();
  expect(screen.getByText('Plate 1, B3')).toBeTruthy();
});
