import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SITE_PATHS } from '#db/access/site-paths.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { addressOf } from '#pwa/ui/app-link.ts';
import { ContactPage } from './contact-page.tsx';
import { HELP_TOPICS, topicsFor } from './help-topics.ts';
import { SupportPage } from './support-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('every page that the help names exists in the app', () => {
  const paths = SITE_PATHS.map(({ path }) => path);
  for (const { page } of HELP_TOPICS) if (page) expect(paths).toContain(addressOf(page));
});

test('help is found by any of its words, and a search without a match links to the contact form', () => {
  const titles = topicsFor('customer', 'TEMPLATE headings', () => true).map(({ title }) => title);
  expect(titles).toEqual(['Upload a spreadsheet of specimens']);
  expect(topicsFor('bench', 'spreadsheet', () => true)).toEqual([]);
  renderInRouter(<SupportPage audience="bench" answers={false} mayOpen={() => true} />);
  expect(screen.getByText('Set a signing PIN')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Search the help/), { target: { value: 'unicorn' } });
  expect(screen.getByText('No help on this yet')).toBeTruthy();
});

test('topics about forbidden pages are hidden: patients only at clinics, invoices only for payers', () => {
  const titles = (mayOpen: (path: string) => boolean) =>
    topicsFor('customer', '', mayOpen).map(({ title }) => title);
  const clinic = ['Enter a patient', 'Pay an invoice', 'Invite a colleague', 'Download results'];
  expect(titles(() => true)).toEqual(expect.arrayContaining(clinic));
  const member = titles((path) => !['/patients', '/invoices', '/users'].includes(path));
  expect(member).toContain('Download results');
  for (const title of clinic.slice(0, 3)) expect(member).not.toContain(title);
});

test('a message can be sent once it has text, and its reference is shown', async () => {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    requests.push(JSON.parse(String(init.body)));
    return Response.json({ reference: 'SR-22CDFG' }, { status: 201 });
  });
  renderInRouter(
    <OnlineQueries>
      <ContactPage email="una@customer.example" />
    </OnlineQueries>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Choose what it is about.')).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.change(screen.getByLabelText(/What is it about/), { target: { value: 'SHIPMENT' } });
  fireEvent.change(screen.getByLabelText(/Message/), { target: { value: 'The parcel has not moved.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect((await screen.findByRole('status')).textContent).toContain('SR-22CDFG');
  expect(requests).toEqual([
    { subject: 'SHIPMENT', about: null, message: 'The parcel has not moved.', fileIds: [] },
  ]);
});
