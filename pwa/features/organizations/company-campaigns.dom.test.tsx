import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownCompany } from '#db/factories/build-organizations.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { CompanyCampaigns } from './company-campaigns.tsx';

const SPRING = {
  id: 'spring',
  code: 'SPRING-26',
  name: 'Spring screening',
  status: 'ACTIVE',
  orders: 1,
  kits: 12,
  kitFee: 1500,
} as const;
const AUTUMN = {
  id: 'autumn',
  code: 'AUTUMN-25',
  name: 'Autumn',
  status: 'ENDED',
  orders: 12,
  kits: 0,
  kitFee: null,
} as const;

const company = (campaigns: ShownCompany['campaigns']): ShownCompany =>
  shownCompany({ name: 'Harbor Foundation', campaigns });

let requests: unknown[];
let answer: () => Response;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  answer = () => Response.json(company([]));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push([init.method, path, JSON.parse(String(init.body))]);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (campaigns: ShownCompany['campaigns'], keeps = true) =>
  render(
    <OnlineQueries>
      <CompanyCampaigns company={company(campaigns)} keeps={keeps} />
    </OnlineQueries>,
  );

test('a campaign is added with its code in capital letters', async () => {
  const user = userEvent.setup();
  show([]);
  expect(screen.getByText('No campaigns')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add campaign' }));
  await user.click(screen.getByRole('textbox', { name: /Campaign code/ }));
  await user.paste('summer-27');
  await user.click(screen.getByRole('textbox', { name: /Name/ }));
  await user.paste('Summer screening');
  await user.click(screen.getByRole('textbox', { name: /Fee for each collection kit/ }));
  await user.paste('15.5');
  const buttons = screen.getAllByRole('button', { name: 'Add campaign' });
  await user.click(buttons.at(-1) ?? document.body);
  await waitFor(() =>
    expect(requests).toEqual([
      [
        'POST',
        '/api/companies/company-1/campaigns',
        { code: 'SUMMER-27', name: 'Summer screening', kitFee: 1550 },
      ],
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a campaign is ended with a reason, and an ended one is resumed', async () => {
  const user = userEvent.setup();
  show([SPRING, AUTUMN]);
  expect(screen.getByText('1 order, 12 collection kits, $15.00 for each kit')).toBeTruthy();
  expect(screen.getByText('12 orders')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'End SPRING-26' }));
  await user.click(await screen.findByRole('textbox'));
  await user.paste('All kits are sent.');
  await user.click(screen.getByRole('button', { name: 'End campaign' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  const resume = screen.getByRole<HTMLButtonElement>('button', { name: 'Resume AUTUMN-25' });
  await waitFor(() => expect(resume.disabled).toBe(false));
  await user.click(resume);
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests).toEqual([
    ['PATCH', '/api/companies/company-1/campaigns/spring/end', { reason: 'All kits are sent.' }],
    ['PATCH', '/api/companies/company-1/campaigns/autumn/resume', {}],
  ]);
});

test('the name and fee of a campaign can be edited; its code cannot', async () => {
  const user = userEvent.setup();
  show([SPRING, AUTUMN]);
  await user.click(screen.getByRole('button', { name: 'Edit SPRING-26' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit campaign SPRING-26' }));
  expect(dialog.queryByRole('textbox', { name: /Campaign code/ })).toBeNull();
  const fee = dialog.getByRole<HTMLInputElement>('textbox', { name: /Fee for each collection kit/ });
  expect(fee.value).toBe('15.00');
  await user.clear(fee);
  await user.click(fee);
  await user.paste('18');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(requests).toEqual([
      ['PATCH', '/api/companies/company-1/campaigns/spring', { name: 'Spring screening', kitFee: 1800 }],
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refusal of the server is shown in the dialog, which stays open', async () => {
  const user = userEvent.setup();
  const message = 'The code SPRING-26 is taken by another campaign. Choose another.';
  answer = () => Response.json({ error: message, code: 'CONFLICT' }, { status: 409 });
  show([]);
  await user.click(screen.getByRole('button', { name: 'Add campaign' }));
  await user.click(screen.getByRole('textbox', { name: /Campaign code/ }));
  await user.paste('SPRING-26');
  await user.click(screen.getByRole('textbox', { name: /Name/ }));
  await user.paste('Spring again');
  await user.click(screen.getAllByRole('button', { name: 'Add campaign' }).at(-1) ?? document.body);
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a read-only user sees the campaigns, and nothing where there are none', () => {
  show([SPRING], false);
  expect(screen.getByText('SPRING-26')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  show([], false);
  expect(screen.queryByText('Campaigns')).toBeNull();
});
