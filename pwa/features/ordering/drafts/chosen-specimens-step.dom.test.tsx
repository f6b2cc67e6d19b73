import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { SourceChoice } from '#db/ordering/drafts/shown-source.ts';
import type { WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import type { OrderClassification } from '#db/ordering/orders/order-terms.ts';
import { ShownWizard } from '#pwa/testing/shown-wizard.tsx';

const choice = (id: string, problem: string | null = null): SourceChoice => ({
  id,
  customerSampleId: id,
  requisitionNumber: `W-000001-${id}`,
  julianId: 'W26306-0001',
  status: 'COMPLETED',
  problem,
});

/** A draft that continues with A and B of an order whose C has no material left. */
const draftOf = (orderClassification: OrderClassification, selected: readonly string[]): ShownDraft =>
  shownDraft({
    order: buildOrder({
      id: `draft-${visits}`,
      status: 'DRAFT',
      orderClassification,
      orderType: 'SALES_ORDER',
      sourceOrderId: 'order-1',
      version: 3,
    }),
    requisitions: selected.map((id) =>
      buildSpecimen({ id: `of-${id}`, sourceSpecimenId: id, customerSampleId: id, status: 'DRAFT' }),
    ),
    source: {
      id: 'order-1',
      orderNumber: 'W-000001',
      specimens: [choice('A'), choice('B'), choice('C', 'No material left for C.')],
    },
  });

// Each draft has its own id, because queries of an earlier one are still cached.
let visits = 0;
let requests: { path: string; body: unknown }[];
let draft: ShownDraft;
beforeEach(() => {
  requests = [];
  visits += 1;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'POST') {
      requests.push({ path, body: JSON.parse(String(init.body)) });
      draft = draftOf(draft.order.orderClassification, ['A', 'B']);
    }
    return Response.json(draft);
  });
});
afterEach(cleanup);
// A step saves its values on leaving; that request is answered too.
afterAll(() => vi.unstubAllGlobals());

const steps: WizardStep[] = [];
function show(step: WizardStep) {
  steps.length = 0;
  return render(<ShownWizard id={draft.order.id} step={step} onStep={(next) => steps.push(next)} />);
}
const marks = async () => {
  const nav = await screen.findByRole('navigation', { name: 'Steps of the order' });
  return within(nav)
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace(/^\d\. |, .*$/g, ''));
};

test('a rework skips decided steps, and a continuing order is not shipped', async () => {
  draft = draftOf('REWORK', ['A']);
  const { unmount } = show('specimens');
  expect(await marks()).toEqual(['Specimens', 'Data use', 'Review']);
  unmount();
  visits += 1;
  draft = draftOf('SUPPLEMENTAL', ['A']);
  show('specimens');
  expect(await marks()).toEqual(['Service', 'Details', 'Specimens', 'Data use', 'Review']);
});

test('a step that this order does not have leads to the first gap', async () => {
  draft = {
    ...draftOf('REWORK', ['A']),
    problems: [{ step: 'data-use', field: 'x', message: 'Accept it.' }],
  };
  show('shipping');
  expect(await screen.findByRole('heading', { name: 'Data use' })).toBeTruthy();
});

test('the specimens of the earlier order are selected, and saved when the step is left', async () => {
  draft = draftOf('SUPPLEMENTAL', ['A']);
  show('specimens');
  expect(await screen.findByText('W-000001')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select A' })).toMatchObject({ checked: true });
  expect(screen.queryByRole('checkbox', { name: 'Select C' })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select B' }));
  expect(screen.getByText('2 of 2 specimens chosen.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(steps).toEqual(['data-use']));
  expect(requests).toMatchObject([{ body: { seenVersion: 3, specimenIds: ['A', 'B'] } }]);
  expect(requests[0]?.path).toContain(`/draft-${visits}/source-specimens`);
});

test('a step without a selection reports it and sends nothing', async () => {
  draft = draftOf('SUPPLEMENTAL', ['A']);
  show('specimens');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select A' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Choose at least one specimen.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('the review of a rework asks for no billing address and names the repeated order', async () => {
  draft = draftOf('REWORK', ['A']);
  show('review');
  expect(await screen.findByText('Rework of')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Billing' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Shipping' })).toBeNull();
});
