import './review-step.tsx';
import './shipping-step.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import { ShownWizard } from '#pwa/testing/shown-wizard.tsx';

// The step is preloaded: on a busy machine its loading takes long.

afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

function wizardAt(id: string, step: WizardStep, onStep: (step: WizardStep) => void = () => undefined) {
  return <ShownWizard id={id} step={step} onStep={onStep} />;
}

function reviewing(
  id: string,
  before: ShownDraft,
  after: ShownDraft,
  refusal: { error: string; code: string },
) {
  const submitted: unknown[] = [];
  let draft = before;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path.includes('/api/s3')) return Response.json({ rows: [], total: 0, page: 1, limit: 25 });
    if (!path.endsWith('/submit')) return Response.json(draft);
    submitted.push(JSON.parse(String(init.body)));
    draft = after;
    return Response.json(refusal, { status: refusal.code === 'VALIDATION' ? 422 : 409 });
  });
  render(wizardAt(id, 'review'));
  return submitted;
}

const draftOf = (id: string, over: Partial<ShownDraft> = {}) =>
  shownDraft({ order: buildOrder({ id, status: 'DRAFT', orderType: 'SALES_ORDER', version: 4 }), ...over });
const costing = (total: number) => {
  const { quote } = shownDraft();
  return { ...quote, pricePerSpecimen: total, totals: { ...quote.totals, subtotal: total, total } };
};

async function submit(): Promise<void> {
  await screen.findByText('Everything is there.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Submit order' }));
}

test('a price changed during the review is reported and shown before another submit', async () => {
  const TEXT = 'The order total changed. Please review and try again.';
  const submitted = reviewing(
    'dearer',
    draftOf('dearer', { quote: costing(10_000) }),
    draftOf('dearer', { quote: costing(12_000) }),
    { error: TEXT, code: 'TOTAL_CHANGED' },
  );
  await submit();
  expect((await screen.findAllByText(TEXT)).length).toBeGreaterThan(0);
  expect(submitted).toEqual([{ seenVersion: 4, seenTotal: 10_000 }]);
  expect((await screen.findAllByText('$120.00')).length).toBeGreaterThan(0);
});

test('a withdrawn service is reported at its step', async () => {
  const message = 'This service is no longer available.';
  reviewing(
    'off-sale',
    draftOf('off-sale'),
    draftOf('off-sale', { problems: [{ step: 'service', field: 'protocolId', message }] }),
    { error: 'Please fix the form errors and try again.', code: 'VALIDATION' },
  );
  await submit();
  expect(await screen.findByRole('button', { name: `Go to Service: ${message}` })).toBeTruthy();
});

test('the review shows the current price, even without changes in this window', async () => {
  let draft = draftOf('looked', { quote: costing(10_000) });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async () => Response.json(draft));
  const steps: WizardStep[] = [];
  render(wizardAt('looked', 'shipping', (step) => steps.push(step)));
  await screen.findByText('Use your own carrier');
  expect(screen.getAllByText('$100.00').length).toBeGreaterThan(0);
  draft = draftOf('looked', { quote: costing(12_000) });
  await userEvent.setup().click(screen.getByRole('button', { name: /Review/ }));
  expect((await screen.findAllByText('$120.00')).length).toBeGreaterThan(0);
  expect(steps).toEqual(['review']);
});

test('a draft discarded on another device is reported at the next save', async () => {
  let draft = draftOf('gone');
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json(draft);
    draft = shownDraft({ order: buildOrder({ id: 'gone', status: 'CANCELED', version: 5 }) });
    const error = 'This order was discarded or canceled. Start a new one.';
    return Response.json({ error, code: 'NOT_A_DRAFT' }, { status: 409 });
  });
  render(wizardAt('gone', 'shipping'));
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^Carrier/), 'UPS');
  await user.tab();
  expect(await screen.findByText('This order was discarded or canceled')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See what became of it' }).getAttribute('href')).toBe(
    '/orders/gone',
  );
  expect(screen.queryByText(/Thank you/)).toBeNull();
});
