import type { BusinessEntity } from '#db/values/business-entity.ts';
import { finishWork, runBench } from './demo-bench.ts';
import { putCampaign } from './demo-campaign.ts';
import { putOrganizations, putPatients } from './demo-customers.ts';
import { putDataUse } from './demo-data-use.ts';
import { putInventory } from './demo-inventory.ts';
import { putInvoices } from './demo-invoices.ts';
import { putOrderHistories } from './demo-order-history.ts';
import { putOrders } from './demo-orders.ts';
import { putMembers, putPeople } from './demo-people.ts';
import { putAdjustments, putPrices, putProjects } from './demo-prices.ts';
import { putProcedures } from './demo-procedures.ts';
import { DemoReceiving } from './demo-received.ts';
import { putNotes, putSupport } from './demo-records.ts';
import { putServices } from './demo-services.ts';
import { putSpecimenHistories } from './demo-specimen-history.ts';
import { putStorage } from './demo-storage.ts';
import { type DemoSettings, DemoWorld } from './demo-world.ts';

/** The amount of demo data of each business entity; RESONANT is the smaller one. */
const SHARE: Record<BusinessEntity, number> = { WBL: 1, RESONANT: 0.5 };

/** Build one entity's demo lab in memory: the same settings give the same lab. */
export async function buildDemoLab(entity: BusinessEntity, settings: DemoSettings): Promise<DemoWorld> {
  const demo = new DemoWorld(entity, settings);
  const companies = putPeople(demo);
  const inventory = putInventory(demo);
  const procedures = putProcedures(demo, inventory);
  const services = putServices(demo, procedures);
  const storage = putStorage(demo);
  const orders = putOrders(demo, companies, services, SHARE[entity]);
  const receiving = new DemoReceiving(demo, storage);
  for (const each of orders) receiving.receive(each);
  await finishWork(demo, orders);
  await runBench(demo, orders);
  // This runs last, so that the first person of each role stays the first.
  putMembers(demo, companies);
  putOrganizations(demo, companies);
  putPrices(demo, services);
  putProjects(demo, companies, services);
  putAdjustments(demo);
  putCampaign(demo, companies);
  putInvoices(demo, services);
  putPatients(demo, companies);
  putNotes(demo);
  putSupport(demo);
  putDataUse(demo);
  putOrderHistories(demo, orders);
  putSpecimenHistories(demo, orders);
  return demo;
}
