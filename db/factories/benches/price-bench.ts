import type { Role } from '#db/access/roles.ts';
import { price } from '#db/billing/prices/price.ts';
import { setPrice } from '#db/billing/prices/set-price.ts';
import { buildPrice } from '#db/factories/build-billing.ts';
import { buildOrder, buildService } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildProject } from '#db/factories/build-research.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { project } from '#db/research/project.ts';

/** Return the context of an online operation in a role of the lab. */
export const inRole = (role: Role, userId = `user-${role}`) => ({
  deviceId: null,
  actor: buildActor({ role, userId, companyId: 'lab' }),
});

/**
 * Build a service on sale at $100, a project of a university and an order of ten specimens that are not named
 * yet.
 */
export function openPriceBench(overrides: Partial<Order> = {}) {
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'customer', type: 'UNIVERSITY' }));
  world.putRow(protocol, buildProtocol({ id: 'wgs', status: 'ACTIVE' }));
  world.putRow(service, buildService({ id: 'service', protocolId: 'wgs', status: 'LIVE' }));
  world.putRow(price, buildPrice({ id: 'now', protocolId: 'wgs', amount: 10_000 }));
  world.putRow(project, buildProject({ id: 'cohort', companyId: 'customer', status: 'ACTIVE' }));
  world.putRow(
    order,
    buildOrder({
      id: 'order',
      companyId: 'customer',
      protocolId: 'wgs',
      status: 'ANTICIPATED',
      projectedSpecimenCount: 10,
      pricePerSpecimen: 10_000,
      discountPerSpecimen: 0,
      subtotal: 100_000,
      total: 100_000,
      ...overrides,
    }),
  );
  const set = (more: object) =>
    runRule(
      world,
      setPrice,
      {
        priceId: `set-${world.select(price, {}).length}`,
        protocolId: 'wgs',
        minQuantity: 1,
        amount: 9000,
        effectiveFrom: '2026-12-01',
        ...more,
      },
      inRole('SALES_LEADER'),
    );
  return { world, set };
}
