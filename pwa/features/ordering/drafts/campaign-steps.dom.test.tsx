import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { ShownWizard } from '#pwa/testing/shown-wizard.tsx';

// Each draft has its own id, because queries of an earlier one are still cached.
let visits = 0;
let saved: Record<string, unknown>[];
let draft: ShownDraft;
beforeEach(() => {
  saved = [];
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    if (init.method === 'POST') {
      const { changes } = JSON.parse(String(init.body));
      saved.push(changes);
      draft = { ...draft, order: { ...draft.order, ...changes, version: draft.order.version + 1 } };
    }
    return Response.json(draft);
  });
});
afterEach(cleanup);
// A step saves its values on leaving; that request is answered too.
afterAll(() => vi.unstubAllGlobals());

function show(step: WizardStep, order: Partial<Order>): void {
  visits += 1;
  draft = shownDraft({
    order: buildOrder({ id: `campaign-${visits}`, status: 'DRAFT', trackingNumber: null, ...order }),
    offeredOrderTypes: ['CAMPAIGN', 'SALES_ORDER'],
  });
  render(<ShownWizard id={draft.order.id} step={step} />);
}

const CAMPAIGN = { orderType: 'CAMPAIGN', campaignCode: 'SPRING-26' } as const;

test('a campaign order asks for the number and storage of kits', async () => {
  const user = userEvent.setup();
  show('shipping', CAMPAIGN);
  const kits = await screen.findByRole('textbox', { name: /^Kits/ });
  expect(screen.queryByRole('combobox', { name: /Kits are sent/ })).toBeNull();
  await user.type(kits, '12');
  await user.selectOptions(screen.getByRole('combobox', { name: /Kits are sent/ }), 'Dry ice');
  await vi.waitFor(() =>
    expect(Object.assign({}, ...saved)).toMatchObject({ kitCount: 12, kitTemperature: 'DRY_ICE' }),
  );
  await user.clear(kits);
  await user.tab();
  await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ kitCount: null }));
});

test('an invalid number of kits is kept and reported before the user continues', async () => {
  const user = userEvent.setup();
  show('shipping', CAMPAIGN);
  await user.type(await screen.findByRole('textbox', { name: /^Kits/ }), '4000000');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('No more than 960 kits.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Kits/ })).toHaveProperty('value', '4000000');
  expect(screen.getByRole('heading', { name: 'Shipping' })).toBeTruthy();
});

test('an order without a campaign does not mention kits', async () => {
  const user = userEvent.setup();
  show('shipping', { orderType: 'SALES_ORDER' });
  await user.type(await screen.findByRole('textbox', { name: /^Carrier/ }), 'FedEx');
  await user.tab();
  await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ carrier: 'FedEx' }));
  expect(Object.keys(saved.at(-1) ?? {}).filter((name) => name.startsWith('kit'))).toEqual([]);
  expect(screen.queryByText('Collection kits')).toBeNull();
});

test('the review of a campaign order names its kits and asks for no billing address: the sponsor is billed', async () => {
  show('review', { ...CAMPAIGN, kitCount: 12, kitTemperature: 'FROZEN', billingAddress: {} });
  expect(
    await screen.findByText('The sponsor of the campaign gets the invoice. Nothing is billed to you.'),
  ).toBeTruthy();
  expect(screen.getByText('12, frozen')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Street address/ })).toBeNull();
  cleanup();
  show('review', { orderType: 'SALES_ORDER' });
  expect(await screen.findByRole('textbox', { name: /Street address/ })).toBeTruthy();
});
