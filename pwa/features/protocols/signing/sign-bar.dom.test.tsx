import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ELUTION } from '#db/factories/benches/section-operations.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { openScannedSection, showSection } from '#pwa/testing/section-screen.tsx';

let bench: Replica;
const user = userEvent.setup({ delay: 60 });

beforeEach(async () => {
  ({ bench } = await openScannedSection());
  await showSection(bench, createScanBus({ repeatWindowMs: () => 1500, now: () => 0 }));
});
afterEach(() => bench.close());

const record = (fieldId: string, sampleId: string | null, value: string) =>
  bench.run('record-field-value', {
    assignedSectionId: ELUTION,
    fieldId,
    sampleId,
    value,
    inputMethod: 'TYPED',
  });

test('the missing count leads to the first missing value, and follows what is recorded', async () => {
  expect(screen.getByRole('button', { name: 'Sign section' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: '2 wells, 1 value missing' }));
  expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('kit');
  await record('kit', null, 'NB01');
  const count = await screen.findByRole('button', { name: '2 wells missing' });
  await user.click(count);
  const focused = document.activeElement;
  expect(focused?.tagName, 'the input itself, ready for typing').toBe('INPUT');
  expect(focused?.closest('[data-row]')?.getAttribute('data-row')).toBe('s1');
  expect(focused?.closest('[data-field]')?.getAttribute('data-field')).toBe('concentration');
});

test('the step rail counts what each step lacks and leads to it', async () => {
  const step = screen.getByRole('button', { name: /^Step 1, .*: 9 missing$/ });
  await record('kit', null, 'NB01');
  await waitFor(() => expect(step.getAttribute('aria-label')).toContain('8 missing'));
  await user.click(step);
  expect(document.activeElement?.tagName).toBe('H2');
});
