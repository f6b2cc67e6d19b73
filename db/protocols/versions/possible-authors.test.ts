import { expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { openFlowBench } from '#db/factories/benches/flow-bench.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { person } from '#db/identity/person.ts';
import { flow } from '#db/protocols/flow.ts';
import { setFlowAuthors } from '#db/protocols/flows/save-flow-draft.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** Return a draft of one entity, in a lab whose home is WBL. */
async function draftOf(entity: BusinessEntity) {
  const bench = openFlowBench();
  const id = await bench.createFlow('user-manager', 'FLOW-A', await bench.approvedProcedure('SOP-A'));
  bench.world.putRow(flow, { ...bench.flowRow(id), entity });
  const putPerson = (userId: string, role: Role, home: BusinessEntity, deactivated = false): void =>
    bench.world.putRow(
      person,
      buildPerson({ id: `${userId}-${home}`, userId, role, entity: home, deactivated }),
    );
  const add = (userId: string) =>
    bench.run('user-manager', setFlowAuthors, { flowId: id, authorIds: ['user-manager', userId] });
  return { bench, id, putPerson, add };
}
const REFUSAL = 'Choose people of the lab who may change this.';

test('a person of another entity becomes no author of a version of the home entity', async () => {
  const { bench, id, putPerson, add } = await draftOf('WBL');
  putPerson('other', 'PROJECT_MANAGER', 'RESONANT');
  await expect(add('other')).rejects.toThrow(REFUSAL);
  putPerson('other', 'PROJECT_MANAGER', 'WBL');
  await add('other');
  expect(bench.flowRow(id).authorIds).toEqual(['user-manager', 'other']);
});

test('a version of another entity takes its own people and those who serve the whole lab', async () => {
  const { bench, id, putPerson, add } = await draftOf('RESONANT');
  putPerson('own', 'PROJECT_MANAGER', 'RESONANT');
  putPerson('whole-lab', 'LAB_MANAGER', 'WBL');
  await add('own');
  expect(bench.flowRow(id).authorIds).toEqual(['user-manager', 'own']);
  await add('whole-lab');
  expect(bench.flowRow(id).authorIds).toEqual(['user-manager', 'whole-lab']);
});

test('a person with only a deactivated membership becomes no author', async () => {
  const { putPerson, add } = await draftOf('WBL');
  putPerson('gone', 'LAB_MANAGER', 'WBL', true);
  await expect(add('gone')).rejects.toThrow(REFUSAL);
});
