import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { OwnResults } from './own-specimen-page.tsx';
import { RecalledResults } from './recalled-results.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const buildHistoryEntry = (type: string) => ({ id: type, type, at: AT, by: 'The lab', data: {} });
const buildShownSpecimen = (more: Partial<ShownSpecimen>): ShownSpecimen => ({
  ...buildSpecimen({ status: 'COMPLETED', completedAt: AT }),
  orderNumber: 'W-000123',
  orderCreatedAt: '2026-11-20T10:00:00.000Z',
  companyId: 'customer',
  companyName: 'Northfield Biotech',
  serviceName: 'Whole genome',
  projectId: null,
  projectName: null,
  repeatedIn: null,
  orderStatus: 'PENDING_COMPLETION',
  discrepancies: [],
  history: [],
  decisions: [],
  missing: [],
  deletion: null,
  madeFrom: null,
  orderedAgain: [],
  figures: null,
  ...more,
});
const show = (more: Partial<ShownSpecimen>) => {
  cleanup();
  return renderInRouter(
    <OwnResults specimen={buildShownSpecimen(more)} orderLink={{ to: '/orders/$id', params: { id: 'o' } }} />,
  );
};

test('the specimen links a customer to the files of its order', () => {
  show({ resultsReleasedAt: AT });
  expect(screen.getByText('Results are ready')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'order W-000123' }).getAttribute('href')).toBe('/orders/o');
});

test('recalled results show a gentle message, and nothing is shown before any results', () => {
  const history = [buildHistoryEntry('RESULTS_RECALLED'), buildHistoryEntry('RESULTS_RELEASED')];
  show({ history });
  expect(screen.getByText(/Results are being corrected\./)).toBeTruthy();
  show({ history, status: 'RESET', completedAt: null });
  expect(screen.getByText(/The work is being repeated\./)).toBeTruthy();
  const { container } = show({ status: 'IN_PROGRESS', completedAt: null });
  expect(container.textContent).toBe('');
});

test('the page of the order counts results that are being corrected', () => {
  const rows = [
    buildSpecimen({ status: 'COMPLETED', completedAt: AT, resultsReleasedAt: null }),
    buildSpecimen({ status: 'COMPLETED', completedAt: AT, resultsReleasedAt: AT }),
    buildSpecimen({ status: 'IN_PROGRESS' }),
  ];
  const { container } = render(<RecalledResults specimens={rows} />);
  expect(screen.getByText(/Those of 1 specimen are being corrected/)).toBeTruthy();
  cleanup();
  render(<RecalledResults specimens={rows.slice(1)} />, { container });
  expect(container.textContent).toBe('');
});
