import { expect, test } from 'vitest';
import { inOffice } from '#db/factories/benches/billing-bench.ts';
import { buildOrder, buildService } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { note } from '#db/records/notes/note.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { saveRequisitions } from './save-requisitions.ts';

/** Return a draft for tubes of one customer, and the list that is saved in it. */
function draft() {
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'customer' }));
  world.putRow(protocol, buildProtocol({ id: 'protocol', clinical: false }));
  world.putRow(service, buildService({ id: 'service', protocolId: 'protocol', clinical: false }));
  world.putRow(
    order,
    buildOrder({
      id: 'order',
      companyId: 'customer',
      createdByUserId: 'user-CS_REP',
      protocolId: 'protocol',
      status: 'DRAFT',
      packageType: 'TUBE',
    }),
  );
  const save = (source: 'typed' | 'file', notes: string | null) =>
    runRule(
      world,
      saveRequisitions,
      {
        orderId: 'order',
        mode: 'replace',
        source,
        rows: [
          {
            row: 1,
            cells: {
              customerSampleId: 'S-1',
              providedSourceSpecies: 'Homo sapiens',
              providedSpecimenType: 'Whole blood',
              ...(notes === null ? {} : { notes }),
            },
          },
        ],
      },
      inOffice('CS_REP'),
    );
  const notes = () => world.select(note, { deleted: false }).map(({ bodyText }) => bodyText);
  return { world, save, notes };
}

test('a note that is emptied in the table is deleted; a file without notes keeps it', async () => {
  const { world, save, notes } = draft();
  await save('typed', 'Half a tube');
  await save('file', null);
  expect(notes()).toEqual(['Half a tube']);
  const before = world.all(specimen)[0]?.version ?? 0;
  await save('typed', null);
  expect(notes()).toEqual([]);
  // A person who saw the row with its note must not overwrite it without seeing the change.
  expect(world.all(specimen)[0]?.version).toBeGreaterThan(before);
  await save('typed', 'Two tubes');
  expect(notes()).toEqual(['Two tubes']);
});
