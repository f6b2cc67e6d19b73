import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { usePrintSop } from './use-print-sop.tsx';

const printed = vi.hoisted(() => ({ text: '', title: '', images: 0, pageStyle: '' }));
vi.mock('react-to-print', () => ({
  useReactToPrint:
    (options: { contentRef: { current: HTMLElement | null }; documentTitle: string; pageStyle: string }) =>
    () => {
      const content = options.contentRef.current;
      printed.text = content?.textContent ?? '';
      printed.images = content?.querySelectorAll('img').length ?? 0;
      printed.title = options.documentTitle;
      printed.pageStyle = options.pageStyle;
    },
}));

const step = buildDraftStep({
  title: 'Balance the rotor',
  caution: 'The lid is heavy.',
  timerSeconds: 90,
  pictures: [
    { fileId: 'here', sha256: '1'.repeat(64), altText: 'Tubes opposite each other' },
    { fileId: 'missing', sha256: '2'.repeat(64), altText: 'The closed lid' },
  ],
  fields: [
    buildDraftField({ label: 'Speed', measurementUnitId: 'unit-rpm', min: '100', max: '5000', qcMin: '400' }),
  ],
});
const version: ShownProcedure = {
  procedure: buildProcedure({
    ...buildSettings({ name: 'Centrifugation' }),
    code: 'SOP-1',
    procedureVersion: 3,
  }),
  sections: [buildDraftSection({ name: 'Rotor', equipmentTypeRequired: ['Centrifuge'], steps: [step] })],
  names: { 'unit-rpm': 'rpm' },
  document: null,
  draft: null,
  problems: [],
  contentHash: '0'.repeat(64),
  authorChoices: [],
  authors: [],
  versions: [],
  signatures: [
    {
      id: 'signature',
      printedName: 'Ruth Reyes',
      role: 'LAB_RESEARCH_DIRECTOR',
      meaning: 'Approved by',
      occurredAt: '2026-11-20T15:00:00.000Z',
      contentHash: '0'.repeat(64),
      verified: 'OK',
      valid: true,
    },
  ],
  flows: [],
  openBatches: [],
  queuedSamples: 0,
};

function Page() {
  const sop = usePrintSop(version);
  return (
    <>
      <button type="button" onClick={sop.print}>
        Print
      </button>
      {sop.printed}
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an SOP is printed with its head, cautions, timers, units, limits, equipment, pictures and signatures', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('missing') ? Response.json({ error: 'Gone' }, { status: 404 }) : new Response('bytes'),
  );
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  await vi.waitFor(() => expect(printed.title).toBe('SOP-1 version 3'));
  for (const text of [
    'Centrifugation',
    'CodeSOP-1',
    'Version3',
    'StatusApproved',
    'Equipment: Centrifuge',
    '1.1 Balance the rotor',
    'Caution: The lid is heavy.',
    'Timer: 1.5 min',
    'rpm · each sample · 100 to 5000 · QC 400 to …',
    'Tubes opposite each other',
    'The closed lid (the picture could not be loaded)',
    'Approved by Ruth Reyes',
  ])
    expect(printed.text).toContain(text);
  expect(printed.images).toBe(1);
  expect(printed.pageStyle).toContain('counter(pages)');
});
