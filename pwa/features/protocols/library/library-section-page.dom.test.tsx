import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import type { LibrarySection } from '#db/protocols/library/library-content.ts';
import { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { LibrarySectionPage } from './library-section-page.tsx';

const session = { user: { id: 'user-me', role: 'LAB_MANAGER' }, entity: 'WBL', lab: DEFAULT_LAB };
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session }) }));
vi.mock('#pwa/replica/hooks/use-rule-read.ts', () => ({
  useRuleRead: () => ({
    units: [],
    inventoryTypes: [],
    equipmentTypes: [],
    labDay: '2026-11-28',
    labTimezone: 'UTC',
  }),
}));
vi.mock('#pwa/features/protocols/designer/preview.tsx', () => ({ Preview: () => null }));

const Save = z.object({ seenVersion: z.number().nullable(), content: DraftSection });
let tested = 0;
let storedSection: LibrarySection;
let saved: z.infer<typeof Save>[];

beforeEach(() => {
  tested += 1;
  saved = [];
  storedSection = {
    content: buildDraftSection({ id: `lysis-${tested}`, name: 'Lysis', instructions: 'On ice' }),
    version: 1,
    updatedAt: '2026-11-28T10:00:00.000Z',
    savedById: 'user-me',
    savedByName: 'Me',
    usedBy: [],
  };
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ sections: [storedSection] });
    const change = Save.parse(JSON.parse(z.string().parse(body)));
    if (change.seenVersion !== storedSection.version)
      return Response.json(
        { error: 'Lee Park changed this draft meanwhile.', code: 'STALE_VERSION' },
        { status: 409 },
      );
    saved.push(change);
    storedSection = {
      ...storedSection,
      version: storedSection.version + 1,
      content: change.content,
      savedById: 'user-me',
    };
    return Response.json({ outcome: 'APPLIED', code: null, message: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Another person saves the section in another browser. */
function colleagueSaves(change: Partial<DraftSection>): void {
  storedSection = {
    ...storedSection,
    content: { ...storedSection.content, ...change },
    version: storedSection.version + 1,
    savedById: 'user-lee',
    savedByName: 'Lee Park',
  };
}

async function renameTo(name: string): Promise<void> {
  render(
    <OnlineQueries>
      <LibrarySectionPage id={storedSection.content.id} />
    </OnlineQueries>,
    { wrapper: RouterWrapper },
  );
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: name } });
}
const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a save after a colleague shows who changed what, and then keeps both changes', async () => {
  await renameTo('Bead lysis');
  colleagueSaves({ instructions: 'At 4 °C' });
  await pressSave();
  expect(await screen.findByText('Lee Park edits this draft too')).toBeTruthy();
  expect(saved).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show changes' }));
  expect(screen.getByText('Instructions:').parentElement?.textContent).toContain('On iceAt 4 °C');
  await pressSave();
  await waitFor(() =>
    expect(saved).toMatchObject([
      { seenVersion: 2, content: { name: 'Bead lysis', instructions: 'At 4 °C' } },
    ]),
  );
});

test('a place that both changed is decided before anything is saved', async () => {
  await renameTo('Bead lysis');
  colleagueSaves({ name: 'Column lysis' });
  await pressSave();
  await screen.findByText('Lee Park changed the same places. Decide each to save your changes.');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Lee Park: Column lysis' }));
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Column lysis'));
  expect(saved).toEqual([]);
  expect(storedSection.content.name).toBe('Column lysis');
});
