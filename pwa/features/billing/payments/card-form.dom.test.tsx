import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOrderIntent } from '#db/api/billing/payments.ts';
import type { CardTry } from '#db/billing/payments/card-try.ts';
import { call } from '#pwa/api/call.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { CardForm } from './card-form.tsx';
import type { PaymentState } from './payment-client.ts';

let requests: { path: string; body: unknown }[];
let answers: Record<string, () => Response | Promise<Response>>;
let atLab: PaymentState;
let lastTry: CardTry | null;
const ASK = '/api/create-online-payment-intent';
const CONFIRM = '/api/payments/simulator/confirm';
const BANK = '/api/payments/simulator/authenticate';
const result = (status: string, failureCode: string | null = null) => Response.json({ status, failureCode });

beforeEach(async () => {
  await loadDialogs();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  requests = [];
  atLab = 'open';
  lastTry = null;
  answers = {
    [ASK]: () => Response.json({ clientSecret: 's', paymentIntentId: 'pi_sim_1', amount: 20_000 }),
    [CONFIRM]: () => result('succeeded'),
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return answers[path]?.();
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refresh = vi.fn();
/** The outcome of an attempt. */
const buildTry = (end: CardTry['end'], failureCode: string | null = null): CardTry => ({
  key: `payment-1 ${end}`,
  end,
  failureCode,
  amount: 20_000,
});
function Paying({ initialState = 'open' }: { initialState?: PaymentState }) {
  const [paymentState, setPaymentState] = useState<PaymentState>(initialState);
  const [last, setLast] = useState(lastTry);
  return (
    <CardForm
      amount={20_000}
      paymentState={paymentState}
      lastTry={last}
      createIntent={() => call(createOrderIntent, { body: { orderId: 'order-1', seenTotal: 20_000 } })}
      refresh={async () => {
        refresh();
        setPaymentState(atLab);
        setLast(lastTry);
      }}
    />
  );
}

async function enter(number = '4242424242424242') {
  fireEvent.click(screen.getByRole('button', { name: /^(Pay|Try again)/ }));
  fireEvent.change(await screen.findByLabelText(/Card number/), { target: { value: number } });
  fireEvent.change(screen.getByLabelText(/Expiration date/), { target: { value: '1299' } });
  fireEvent.change(screen.getByLabelText(/Security code/), { target: { value: '123' } });
}
const pay = () => fireEvent.click(screen.getByRole('button', { name: 'Pay $200.00' }));
const paths = () => requests.map(({ path }) => path);

test('a payment is “Processing” until the server confirms it, however fast the browser returned', async () => {
  render(<Paying />, { wrapper: OnlineQueries });
  await enter();
  expect(screen.getByLabelText(/Card number/)).toHaveProperty('value', '4242 4242 4242 4242');
  pay();
  expect(await screen.findByText('Processing')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(screen.queryByText('Paid')).toBeNull();
  atLab = 'paid';
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await screen.findByText('Paid')).toBeTruthy();
});

test('a declined card shows the reason, and the next attempt can start at once', async () => {
  answers[CONFIRM] = () => result('requires_payment_method', 'insufficient_funds');
  render(<Paying />, { wrapper: OnlineQueries });
  await enter('4000000000009995');
  pay();
  expect(await screen.findByText('There is not enough money on this card. Try another card.')).toBeTruthy();
  answers[CONFIRM] = () => result('succeeded');
  fireEvent.change(screen.getByLabelText(/Card number/), { target: { value: '4242 4242 4242 4242' } });
  pay();
  expect(await screen.findByText('Processing')).toBeTruthy();
});

test('the bank check is shown, refused, shown again and confirmed', async () => {
  answers[CONFIRM] = () => result('requires_action');
  answers[BANK] = () => result('requires_payment_method', 'authentication_failed');
  render(<Paying />, { wrapper: OnlineQueries });
  await enter('4000002500003155');
  pay();
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Decline payment' }));
  expect(await screen.findByText(/Your bank did not confirm that it is you/)).toBeTruthy();
  answers[BANK] = () => result('succeeded');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  pay();
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm payment' }));
  expect(await screen.findByText('Processing')).toBeTruthy();
  expect(requests.filter(({ path }) => path === BANK).map(({ body }) => body)).toMatchObject([
    { passed: false },
    { passed: true },
  ]);
});

test('a double click pays once', async () => {
  let free = (): void => undefined;
  const pendingAnswer = new Promise<void>((resolve) => {
    free = resolve;
  });
  answers[CONFIRM] = async () => {
    await pendingAnswer;
    return result('succeeded');
  };
  render(<Paying />, { wrapper: OnlineQueries });
  await enter();
  pay();
  await vi.waitFor(() => expect(paths()).toContain(CONFIRM));
  pay();
  pay();
  free();
  expect(await screen.findByText('Processing')).toBeTruthy();
  expect(paths().filter((path) => path === CONFIRM)).toHaveLength(1);
});

test('an order whose total changed meanwhile is not paid: the page shows a message and reloads', async () => {
  render(<Paying />, { wrapper: OnlineQueries });
  await enter();
  answers[ASK] = () =>
    Response.json(
      { error: 'The order total changed. Please review and try again.', code: 'TOTAL_CHANGED' },
      { status: 409 },
    );
  refresh.mockClear();
  pay();
  expect(await screen.findByText('The order total changed. Please review and try again.')).toBeTruthy();
  expect(refresh).toHaveBeenCalled();
  expect(paths()).not.toContain(CONFIRM);
});

test('a page that reloads while the payment is processed waits for it', async () => {
  atLab = 'processing';
  render(<Paying initialState="processing" />, { wrapper: OnlineQueries });
  expect(screen.getByText('Processing')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  atLab = 'failed';
  lastTry = buildTry('DECLINED', 'expired_card');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await screen.findByText('This card has expired. Try another card.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Try again: pay $200.00' })).toBeTruthy();
});

test('a second window waits for the payment of the first', async () => {
  answers[ASK] = () =>
    Response.json(
      { error: 'A payment is being processed. Wait until it is decided.', code: 'PAYMENT_PROCESSING' },
      { status: 409 },
    );
  render(<Paying />, { wrapper: OnlineQueries });
  fireEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('Processing')).toBeTruthy();
  atLab = 'paid';
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await screen.findByText('Paid')).toBeTruthy();
});

test('an invalid card number is reported before anything is sent', async () => {
  lastTry = buildTry('DECLINED', 'expired_card');
  render(<Paying initialState="failed" />, { wrapper: OnlineQueries });
  expect(screen.getByText('This card has expired. Try another card.')).toBeTruthy();
  await enter('4242424242424241');
  pay();
  expect(await screen.findByText('This is not a card number. Check its digits.')).toBeTruthy();
  expect(paths()).toEqual([ASK]);
});

test.each<[CardTry['end'], PaymentState, RegExp]>([
  ['DISPUTED', 'failed', /disputed by the owner of the card, so the money went back\. Pay with another card/],
  ['DISPUTE_LOST', 'failed', /the bank decided for the owner of the card\. Pay with another card/],
  ['REFUNDED', 'open', /\$200\.00 is refunded to the card\. If you still want to pay, pay again/],
  ['CANCELED', 'open', /canceled before anything was charged\. Start again/],
  ['PAID', 'open', /\$200\.00 has come, but more is due by now\. Pay the rest/],
])(
  'what is waited for and ends as %s is told at once, in words, and can be paid again',
  async (end, paymentState, message) => {
    render(<Paying />, { wrapper: OnlineQueries });
    await enter();
    pay();
    expect(await screen.findByText('Processing')).toBeTruthy();
    atLab = paymentState;
    lastTry = buildTry(end);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText('Processing')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /pay \$200\.00/i }));
    await screen.findByLabelText(/Card number/);
    expect(screen.queryByText(message)).toBeNull();
  },
);

test('an outcome known before a payment was sent is not taken for its result', async () => {
  lastTry = buildTry('DISPUTED');
  atLab = 'failed';
  render(<Paying initialState="failed" />, { wrapper: OnlineQueries });
  await enter();
  pay();
  expect(await screen.findByText('Processing')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(screen.getByText('Processing')).toBeTruthy();
});
