import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import {
  counts,
  openReceiving,
  Receiving,
  scanIn,
  showCount,
  type Tab,
} from '#pwa/testing/receiving-screen.tsx';

vi.mock('#pwa/replica/signing/password-check.ts', async (load) => ({
  ...(await load<typeof import('#pwa/replica/signing/password-check.ts')>()),
  passwordDue: async () => false,
}));

let tab: Tab;

beforeEach(async () => {
  tab = await openReceiving();
});
afterEach(() => tab.bench.close());

const scan = (code: string) => scanIn(tab, code);

test('a temperature outside the range of the shipment proposes quarantine for all', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await userEvent.click(screen.getByRole('tab', { name: /^Package/ }));
  await userEvent.click(screen.getByLabelText(/^Temperature on arrival/));
  await userEvent.paste('-4');
  await screen.findByText('-4 °C is too warm: Frozen, -15 °C or colder.');
  await userEvent.click(await screen.findByRole('button', { name: 'Quarantine all for it' }));
  expect(
    await screen.findByRole('checkbox', {
      name: 'Quarantine everything in it for the temperature excursion',
    }),
  ).toHaveProperty('checked', true);
});

test('tubes scanned faster than the screen renders each become a row, and a repeat does not', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await act(async () => {
    for (const code of ['TUBE-A', 'TUBE-B', 'TUBE-A', 'NOBODY']) tab.bus.publish(code, 'hand');
  });
  await showCount('unexpected', '1');
  expect(counts()).toEqual({ expected: '3', received: '2', missing: '1', unexpected: '1', problems: '0' });
  await scan('TUBE-B');
  expect(await screen.findByText('TUBE-B was already scanned in this session.')).toBeTruthy();
  expect(counts()['received']).toBe('2');
});

test('a session is restored after a reload, and can be discarded', async () => {
  const first = renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  first.unmount();
  renderInRouter(<Receiving tab={tab} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Continue/ }));
  await showCount('received', '1');
  await userEvent.click(screen.getByRole('button', { name: 'Give this session up' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Give it up' }));
  expect(await screen.findByText('No open shipments')).toBeTruthy();
});

test('a leaking tube prompts for the tubes beside it; a wet one is scanned and goes into quarantine', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  for (const code of ['TUBE-A', 'TUBE-B', 'TUBE-C']) await scan(code);
  await showCount('received', '3');
  const [newest] = await screen.findAllByRole('button', { name: /^W\d{5}-\w{4}$/ });
  if (!newest) throw new Error('No tube is listed.');
  await userEvent.click(newest);
  await userEvent.selectOptions(await screen.findByLabelText(/^Condition/), 'Leaking');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Say what you found' }));
  await scan('TUBE-B');
  await userEvent.click(await screen.findByRole('button', { name: 'Quarantine 1 as contaminated' }));
  await showCount('problems', '2');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Say what you found' })).toBeNull());
});

test('a tube scanned by mistake leaves the session only after confirmation', async () => {
  const user = userEvent.setup();
  const askToRemove = async () => {
    await user.click(await screen.findByRole('button', { name: /^W\d{5}-\w{4}$/ }));
    await user.click(await screen.findByRole('button', { name: 'Not a tube' }));
    return within(await screen.findByRole('dialog', { name: /^Take W\S+ out of this session\?$/ }));
  };
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  await user.click((await askToRemove()).getByRole('button', { name: 'Cancel' }));
  expect(counts()['received']).toBe('1');
  await user.click((await askToRemove()).getByRole('button', { name: 'Not a tube' }));
  await showCount('received', '0');
});

test('a tube without a readable code is received for the requisition that it seems to be, or for none', async () => {
  const user = userEvent.setup();
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Tube without a readable code' }));
    return within(await screen.findByRole('dialog', { name: 'Tube without a readable code' }));
  };
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  const dialog = await ask();
  const receive = dialog.getByRole('button', { name: 'Receive unlabeled' });
  expect(receive).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('combobox', { name: /^Requisition it seems to be/ }));
  const [first] = await screen.findAllByRole('option');
  if (!first) throw new Error('No requisition is offered.');
  await user.click(first);
  await waitFor(() => expect(receive).toHaveProperty('disabled', false));
  await user.click(receive);
  await showCount('received', '2');
  await user.click((await ask()).getByRole('button', { name: 'Nobody can say' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await showCount('problems', '2');
});

test('a tube of another order is kept until somebody decides, then joins with its order', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await scan('TUBE-X');
  await userEvent.click(await screen.findByRole('button', { name: 'Add order W-000777' }));
  await showCount('expected', '4');
  await showCount('received', '1');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add order W-000777' })).toBeNull());
});

test('a tube of another order that is set aside is marked as such, without further choices', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await scan('TUBE-X');
  await userEvent.click(await screen.findByRole('button', { name: 'Put it aside' }));
  await screen.findByText('Not received in this session. Keep it for whoever receives order W-000777.');
  await waitFor(() => expect(screen.queryByText(/Choose below/)).toBeNull());
  expect(counts()['received']).toBe('0');
});

test('a wrong label on a tube stops the receiving, the right one passes the check', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  const julianId = (await screen.findByText(/^W\d{5}-\w{4}$/, { selector: 'p' })).textContent ?? '';
  await scan('W26325-9999-01');
  expect(await screen.findByText(`Label does not match ${julianId}.`)).toBeTruthy();
  await scan(`${julianId}-01`);
  expect(await screen.findByText('Label matches')).toBeTruthy();
});

test('the next shipment begins with its scan after a receipt was signed, by scanner and PIN alone', async () => {
  await createSigningKey(
    tab.bench.store.side,
    { ...tab.bench.api, registerKey: async () => 'key-1' },
    'this',
    '246810',
  );
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await scan('TUBE-A');
  await scan('%INTACT');
  await screen.findByText('Package: intact');
  await userEvent.click(screen.getByRole('button', { name: 'Go to the signature' }));
  const pin = await screen.findByLabelText(/Signing PIN/);
  await waitFor(() => expect(document.activeElement).toBe(pin));
  fireEvent.change(pin, { target: { value: '246810' } });
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Receive next shipment' }, { timeout: 10_000 });
  await scan('W-000777');
  await showCount('expected', '1');
  expect(screen.queryByRole('button', { name: 'Receive next shipment' })).toBeNull();
});
