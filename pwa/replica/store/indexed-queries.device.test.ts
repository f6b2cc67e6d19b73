import type { RxStorageInstanceCreationParams } from 'rxdb';
import { RxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { ownCollection } from './entity-collections.ts';

interface Plan {
  collection: string;
  index: string[];
  bySelector: boolean;
  bySort: boolean;
}

const plans: Plan[] = [];

/** The real storage, which reports how each query is answered. */
class WatchedStorage extends RxStorageDexie {
  constructor() {
    super({});
  }

  override async createStorageInstance<D>(params: RxStorageInstanceCreationParams<D, object>) {
    const instance = await super.createStorageInstance<D>(params);
    const query = instance.query.bind(instance);
    instance.query = (prepared) => {
      const { index, selectorSatisfiedByIndex, sortSatisfiedByIndex } = prepared.queryPlan;
      plans.push({
        collection: params.collectionName,
        index,
        bySelector: selectorSatisfiedByIndex,
        bySort: sortSatisfiedByIndex,
      });
      return query(prepared);
    };
    return instance;
  }
}

let device: Replica;

beforeAll(async () => {
  const actor = buildActor();
  const send = new ModelServer(findBenchOperation).sendAs(actor);
  device = await openDevice({
    name: 'indexed',
    actor,
    send,
    definition: findBenchOperation,
    storage: new WatchedStorage(),
  });
  await syncOnce(device);
});

afterAll(() => device.close());

const questions = CATALOGUE.flatMap((entity) => {
  const collection = ownCollection(entity);
  return collection
    ? [null, ...entity.indexes].map((field) => ({ kind: entity.name, collection, field }))
    : [];
});

test('every query of a rule or a list is answered and sorted by an index alone', async () => {
  expect(questions.length).toBeGreaterThan(20);
  for (const { kind, collection, field } of questions) {
    plans.length = 0;
    await device.base.query(collection, { kind, field, value: 'x', limit: 50 });
    const expectedFields = ['_deleted', 'kind', ...(field === null ? [] : [`ix_${field}`]), 'updatedDesc'];
    expect({ kind, field, plans }).toEqual({
      kind,
      field,
      plans: [{ collection, index: expect.arrayContaining(expectedFields), bySelector: true, bySort: true }],
    });
  }
});
