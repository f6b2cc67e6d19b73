import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { price } from '#db/billing/prices/price.ts';
import { buildPrice } from '#db/factories/build-billing.ts';
import { buildService } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { type Service, service } from './service.ts';
import { removeServiceImage, setServiceImage } from './service-image.ts';
import { changeServiceStatus, updateService } from './update-service.ts';

const as = (role: Role) => ({ deviceId: null, actor: buildActor({ role, userId: `user-${role}` }) });

function bench(overrides: Partial<Service> = {}) {
  const world = new MemoryWorld();
  world.putRow(protocol, buildProtocol({ id: 'wgs', status: 'ACTIVE' }));
  world.putRow(price, buildPrice({ id: 'price', protocolId: 'wgs' }));
  const row = world.putRow(
    service,
    buildService({
      id: 's',
      protocolId: 'wgs',
      slug: 'genome',
      status: 'DRAFT',
      description: 'A genome.',
      ...overrides,
    }),
  );
  world.putRow(service, buildService({ id: 'other', slug: 'exome' }));
  const to = (
    status: Service['status'],
    role: Role = 'PROJECT_MANAGER',
    reason: string | null = 'It is being revised',
  ) => runRule(world, changeServiceStatus, { serviceId: 's', status, reason }, as(role));
  const edit = (changes: object, seenVersion = 1) =>
    runRule(world, updateService, { serviceId: 's', seenVersion, changes }, as('PROJECT_MANAGER'));
  return { world, to, edit, row };
}

describe('the status of a service', () => {
  test('changes to on sale and back when the draft is complete', async () => {
    const { world, to } = bench();
    await to('LIVE');
    expect(world.one(service, 's')?.status).toBe('LIVE');
    await to('DRAFT', 'LAB_MANAGER');
    expect(world.select(event, { type: 'SERVICE_STATUS_CHANGED' })).toHaveLength(2);
  });

  test('changes to off sale only with a reason', async () => {
    const { world, to } = bench({ status: 'LIVE' });
    await expect(to('DRAFT', 'PROJECT_MANAGER', null)).rejects.toThrow('A reason is required.');
    expect(world.one(service, 's')?.status).toBe('LIVE');
    await to('DRAFT');
    const [loggedEvent] = world.select(event, { type: 'SERVICE_STATUS_CHANGED' });
    expect(loggedEvent?.data).toMatchObject({ from: 'LIVE', to: 'DRAFT', reason: 'It is being revised' });
  });

  test('cannot change to on sale without description, price or active protocol, and all missing parts are named', async () => {
    const { world, to } = bench({ description: null });
    world.putRow(protocol, buildProtocol({ id: 'wgs', status: 'PENDING_APPROVAL' }));
    world.putRow(price, buildPrice({ id: 'price', protocolId: 'wgs', effectiveFrom: '2026-12-01' }));
    const attempt = to('LIVE');
    await expect(attempt).rejects.toThrow('protocol is not active');
    await expect(attempt).rejects.toThrow('No price is set');
    await expect(attempt).rejects.toThrow('description');
    expect(world.one(service, 's')?.status).toBe('DRAFT');
  });

  test('of an internal protocol is set to draft by a project manager, not by a lab manager, and never directly to live', async () => {
    const { to } = bench({ status: 'NOT_A_SERVICE' });
    await expect(to('DRAFT', 'LAB_MANAGER')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(to('LIVE')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    await to('DRAFT');
  });

  test('cannot be changed by sales people', async () => {
    await expect(bench().to('LIVE', 'SALES_LEADER')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the page of a service', () => {
  test('records its changes in the history', async () => {
    const { world, edit } = bench();
    await edit({ summary: 'At 30x.', category: 'Genomes', maxSpecimens: 96 });
    expect(world.one(service, 's')).toMatchObject({
      summary: 'At 30x.',
      category: 'Genomes',
      maxSpecimens: 96,
    });
    const [entry] = world.select(event, { type: 'SERVICE_UPDATED' });
    expect(entry?.data['changed']).toHaveLength(3);
  });

  test('has a unique address', async () => {
    const { edit } = bench();
    await expect(edit({ slug: 'exome' })).rejects.toMatchObject({ code: 'SLUG_TAKEN' });
    await edit({ slug: 'genome-30x' });
  });

  test.each([
    { slug: 'Großes Genom' },
    { slug: 'a--b' },
    { name: '' },
    { packageTypes: [] },
    { minSpecimens: 0 },
    { minSpecimens: 5, maxSpecimens: 4 },
    { status: 'LIVE' },
  ])('refuses %j', async (changes) => {
    await expect(bench().edit(changes)).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  test('does not overwrite another person’s concurrent change', async () => {
    await expect(bench().edit({ summary: 'Mine' }, 0)).rejects.toMatchObject({ code: 'STALE_VERSION' });
  });

  test('requires a description while on sale', async () => {
    const { edit } = bench({ status: 'LIVE' });
    await expect(edit({ description: '' })).rejects.toMatchObject({ code: 'NOT_READY_FOR_SALE' });
  });
});

describe('the picture of a service', () => {
  const picture = (fileId: string) => ({ serviceId: 's', fileId, size: 1_000, sha256: 'a'.repeat(64) });
  const set = (world: MemoryWorld, fileId: string, role: Role = 'PROJECT_MANAGER') =>
    runRule(world, setServiceImage, picture(fileId), as(role));

  test('is the newest one, the earlier one is deleted, and the history has both', async () => {
    const { world } = bench({ status: 'LIVE' });
    await set(world, 'first');
    await set(world, 'second');
    expect(world.one(service, 's')?.imageFileId).toBe('second');
    expect(world.one(s3File, 'first')).toMatchObject({ status: 'DELETED', deleted: true });
    expect(world.one(s3File, 'second')).toMatchObject({ fileType: 'IMAGE', targetId: 's', status: 'STORED' });
    expect(world.select(event, { type: 'SERVICE_UPDATED' }).map(({ data }) => data['changed'])).toEqual([
      [{ field: 'picture', from: 'none', to: 'a new one' }],
      [{ field: 'picture', from: 'a picture', to: 'a new one' }],
    ]);
  });

  test('can be removed once', async () => {
    const { world } = bench();
    await set(world, 'first');
    const remove = () => runRule(world, removeServiceImage, { serviceId: 's' }, as('PROJECT_MANAGER'));
    await remove();
    expect(world.one(service, 's')?.imageFileId).toBeNull();
    expect((await remove()).outcome).toBe('MERGED');
    expect(world.select(event, { type: 'SERVICE_UPDATED' })).toHaveLength(2);
  });
});
