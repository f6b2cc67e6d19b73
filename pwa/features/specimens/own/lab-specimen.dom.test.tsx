import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { LabSpecimen } from './lab-specimen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const buildShownSpecimen = (id: string, deletion: ShownSpecimen['deletion']) =>
  ShownSpecimen.parse({
    ...buildSpecimen({ id, status: 'CANCELED', customerSampleId: id.toUpperCase() }),
    orderNumber: 'W-000123',
    orderCreatedAt: '2026-11-20T10:00:00.000Z',
    companyId: 'customer',
    companyName: 'Northwind Biotech',
    serviceName: 'Whole genome',
    projectId: null,
    projectName: null,
    repeatedIn: null,
    orderStatus: 'CANCELED',
    discrepancies: [],
    history: [],
    decisions: [],
    missing: [],
    deletion,
    madeFrom: null,
    orderedAgain: [],
    figures: null,
  });

async function open(id: string, deletion: ShownSpecimen['deletion']) {
  vi.stubGlobal('fetch', async () => Response.json(buildShownSpecimen(id, deletion)));
  const onList = vi.fn();
  renderInRouter(
    <LabSpecimen
      id={id}
      activity={() => null}
      deleting={(one, onDeleted) => (
        <button type="button" onClick={onDeleted}>
          {`Delete ${one.customerSampleId}`}
        </button>
      )}
      onList={onList}
    />,
  );
  await screen.findByRole('heading', { name: id.toUpperCase() });
  return onList;
}

test('a specimen that is on no device can be deleted from its page too, and the list updates', async () => {
  const onList = await open('s1', { material: false });
  fireEvent.click(screen.getByRole('button', { name: 'Delete S1' }));
  expect(onList).toHaveBeenCalledOnce();
});

test('users who may not delete it see no action', async () => {
  await open('s2', null);
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
});
