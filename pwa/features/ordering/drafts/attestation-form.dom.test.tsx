import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownDraft, shownOrder } from '#db/factories/build-ordering.ts';
import { buildClinicalAttestation } from '#db/factories/build-research.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { AttestationForm as Form } from '#db/ordering/drafts/clinical-attestation.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { requisitionFormOf } from '#pwa/features/ordering/orders/requisition-form.tsx';
import { RequisitionFormSheet } from '#pwa/printing/requisition-form-sheet.tsx';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { AttestationForm } from './attestation-form.tsx';
import type { DraftOperations } from './use-order-draft.ts';
import type { Saver, StepProps } from './wizard-steps.ts';

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: {
      siteVariant: 'clinical',
      user: { id: 'me', name: 'Clara Novak', role: 'CLINICIAN', permissions: [], companyId: 'c' },
    },
  }),
}));
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ rows: [], total: 0 })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const requisitions = ['A-1', 'A-2'].map((customerSampleId, n) =>
  buildSpecimen({ id: `s${n}`, customerSampleId, patientId: 'patient-1', patientMrn: 'HC-1' }),
);
const saver: Saver = createRef<() => Promise<boolean>>() as Saver;

function show(changes: Parameters<typeof shownDraft>[0] = {}) {
  const signed: Form[] = [];
  const draft = shownDraft({ requisitions, ...changes });
  const operations = {
    signAttestation: async (form: Form) => {
      signed.push(form);
      return draft;
    },
  } as Partial<DraftOperations> as DraftOperations;
  const props: StepProps = { draft, operations, saver, isVisited: true };
  renderInRouter(
    <OnlineQueries>
      <AttestationForm {...props} />
    </OnlineQueries>,
  );
  return signed;
}

test('an indication is chosen from the codes and the statement signed by name', async () => {
  const user = userEvent.setup();
  const signed = show();
  const patient = screen.getByRole('group', { name: /MRN HC-1/ });
  const sign = screen.getByRole('button', { name: 'Sign statement' });
  await user.click(sign);
  expect(screen.getByText('Choose a code, or describe the indication.')).toBeTruthy();
  await user.type(within(patient).getByRole('combobox'), 'marfan aortic');
  await user.click(await screen.findByRole('option', { name: /Q87.410/ }));
  await user.click(sign);
  expect(screen.getByText('Confirm both statements.')).toBeTruthy();
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  await user.type(screen.getByRole('textbox', { name: /Signature/ }), 'Clara Novak');
  await user.click(sign);
  await vi.waitFor(() => expect(signed).toHaveLength(1));
  expect(signed[0]).toMatchObject({
    indications: { 'patient-1': { code: 'Q87.410', text: 'Marfan syndrome with aortic dilation' } },
    statements: ['consent', 'necessity'],
    signedName: 'Clara Novak',
  });
});

test('a code that is not in the list is typed with its description', async () => {
  const user = userEvent.setup();
  const signed = show();
  await user.click(screen.getByRole('textbox', { name: /another code/ }));
  await user.paste('g71.031 Limb girdle muscular dystrophy');
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  await user.type(screen.getByRole('textbox', { name: /Signature/ }), 'Clara Novak');
  await user.click(screen.getByRole('button', { name: 'Sign statement' }));
  await vi.waitFor(() =>
    expect(signed[0]?.indications).toEqual({
      'patient-1': { code: 'G71.031', text: 'Limb girdle muscular dystrophy' },
    }),
  );
});

test('a signed statement names its signer, an outdated one what is missing', () => {
  const attestation = buildClinicalAttestation();
  show({ attestation });
  expect(screen.getByText('Signed by Clara Novak')).toBeTruthy();
  cleanup();
  const message = 'The patients have changed. Enter their indications and sign again.';
  show({ attestation, problems: [{ step: 'data-use', field: 'attestation', message }] });
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByText('Signed by Clara Novak')).toBeNull();
});

test('a requisition form has patient, indication and signature', () => {
  const order = shownOrder({
    specimens: [...requisitions, buildSpecimen({ id: 's9', customerSampleId: 'A-9', status: 'CANCELED' })],
    attestation: buildClinicalAttestation(),
  });
  const form = requisitionFormOf(order, new Map([['HC-1', 'Quist, Wilma · Apr 12, 1961']]));
  renderInRouter(<RequisitionFormSheet form={form} />);
  expect(screen.getAllByText('Quist, Wilma · Apr 12, 1961')).toHaveLength(2);
  expect(screen.getAllByText('Q87.40 Marfan syndrome, unspecified')).toHaveLength(2);
  expect(screen.getByText('Clara Novak')).toBeTruthy();
  expect(screen.queryByText('A-9')).toBeNull();
  expect(requisitionFormOf({ ...order, attestation: null }, new Map()).signature).toBeNull();
});
