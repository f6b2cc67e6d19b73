import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderCardForm } from './order-card-form.tsx';

const ASK = '/api/create-online-payment-intent';
const CARDS = '/api/payments/saved-cards';
const CONFIRM = '/api/payments/simulator/confirm';
let requests: { path: string; body: unknown }[];
let confirmed: object;
let canPayByCard: boolean;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  canPayByCard = true;
  confirmed = { status: 'succeeded', failureCode: null };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.body) requests.push({ path, body: JSON.parse(String(init.body)) });
    if (path === ASK)
      return Response.json({ clientSecret: 's', paymentIntentId: 'pi_sim_1', amount: 12_300 });
    if (path === CARDS) return Response.json({ cards: [], canPayByCard });
    return Response.json(path === CONFIRM ? confirmed : {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Review({ blockedReason = null }: { blockedReason?: string | null }) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return (
    <OnlineQueries>
      <OrderCardForm
        orderId="order-1"
        total={12_300}
        payment={{ kept: 0, lastTry: null }}
        paymentStatus="PENDING"
        blockedReason={blockedReason}
        bar={bar}
        save={async () => true}
        refresh={async () => undefined}
      />
      <section ref={setBar} aria-label="Bar" />
    </OnlineQueries>
  );
}
const bar = () => within(screen.getByRole('region', { name: 'Bar' }));
const PAY = 'Pay $123.00 and submit';

test('a lab that takes no cards says so, and asks for none', async () => {
  canPayByCard = false;
  render(<Review />);
  expect(await screen.findByText(/^Cards cannot be paid with here yet/)).toBeTruthy();
  expect(bar().getByRole<HTMLButtonElement>('button', { name: PAY }).disabled).toBe(true);
  expect(requests).toEqual([]);
});

test('the card form is in sight, and the one button in the bar pays and submits', async () => {
  render(<Review />);
  fireEvent.change(await screen.findByLabelText(/Card number/), { target: { value: '4242424242424242' } });
  fireEvent.change(screen.getByLabelText(/Expiration date/), { target: { value: '1299' } });
  fireEvent.change(screen.getByLabelText(/Security code/), { target: { value: '123' } });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(PAY);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  fireEvent.click(bar().getByRole('button', { name: PAY }));
  expect(await screen.findByText('Processing')).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual([ASK, ASK, CONFIRM]);
});

test('a card is checked when a field is left, before anything is sent', async () => {
  render(<Review />);
  const number = await screen.findByLabelText(/Card number/);
  fireEvent.change(number, { target: { value: '4242' } });
  fireEvent.blur(number);
  await vi.waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(number, { target: { value: '4242424242424242' } });
  await vi.waitFor(() => expect(number.getAttribute('aria-invalid')).not.toBe('true'));
  expect(requests.map(({ path }) => path)).toEqual([ASK]);
});

test('an order with gaps asks for no card, and its button cannot be pressed', async () => {
  render(<Review blockedReason="First complete what is missing above." />);
  expect((await bar().findByRole<HTMLButtonElement>('button', { name: PAY })).disabled).toBe(true);
  expect(screen.getByText('First complete what is missing above.')).toBeTruthy();
  expect(screen.queryByLabelText(/Card number/)).toBeNull();
  expect(requests).toEqual([]);
});
