import type { BusinessEntity } from '#db/values/business-entity.ts';
import { finishWork, runBench } from './demo-bench.ts';
import { putCampaign } from './demo-campaign.ts';
import { putOrganizations, putPatients } from './demo-customers.ts';
import { putDataUse } from './demo-data-use.ts';
import { putFlowCells } from './demo-flow-cells.ts';
import { putFlowsInPreparation } from './demo-flows.ts';
import { putInventory } from './demo-inventory.ts';
import { putInvoices } from './demo-invoices.ts';
import { putOrderHistories } from './demo-order-history.ts';
import { putOrders } from './demo-orders.ts';
import { type DemoCompanies, putMembers, putPeople } from './demo-people.ts';
import { putAdjustments, putPrices, putProjects } from './demo-prices.ts';
import { putProceduresInPreparation } from './demo-procedure-versions.ts';
import { putClinicalProcedures, putProcedures } from './demo-procedures.ts';
import { putProtocolsInPreparation } from './demo-protocols.ts';
import { DemoReceiving } from './demo-received.ts';
import { putNotes, putSupport } from './demo-records.ts';
import { putSequencers } from './demo-sequencers.ts';
import { putSequencing } from './demo-sequencing.ts';
import { type DemoService, putServices } from './demo-services.ts';
import { putSpecimenHistories } from './demo-specimen-history.ts';
import { type DemoStorage, putStorage, putThirdFreezer } from './demo-storage.ts';
import { type DemoSettings, DemoWorld } from './demo-world.ts';

/** The demo lab: the part of each business entity, all in one database. */
export type DemoLab = Readonly<Record<BusinessEntity, DemoWorld>>;

/** The amount of demo data of each business entity; RESONANT is the smaller one. */
const SHARE: Record<BusinessEntity, number> = { WBL: 1, RESONANT: 0.5 };

/** What the orders of a business entity are about and where their samples are stored. */
interface Business {
  companies: DemoCompanies;
  services: readonly DemoService[];
  storage: DemoStorage;
}

/**
 * Build the demo lab in memory: the same settings give the same lab. The home entity comes first, with the
 * bench that also serves the other one.
 */
export async function buildDemoLab(settings: DemoSettings): Promise<DemoLab> {
  const home = new DemoWorld('WBL', settings);
  const companies = putPeople(home);
  const inventory = putInventory(home);
  const procedures = putProcedures(home, inventory);
  const services = putServices(home, procedures);
  const storage = putStorage(home);
  await putSequencers(home);
  await putFlowCells(home);
  await putBusiness(home, { companies, services, storage });
  const methods = await putProceduresInPreparation(home, inventory);
  await putFlowsInPreparation(home, procedures, methods);
  await putProtocolsInPreparation(home, procedures, methods);

  const clinical = new DemoWorld('RESONANT', settings, { home });
  await putBusiness(clinical, {
    companies: putPeople(clinical),
    services: putServices(clinical, putClinicalProcedures(clinical, inventory, procedures)),
    storage: putThirdFreezer(clinical, storage),
  });
  return { WBL: home, RESONANT: clinical };
}

/** Insert the orders of a business entity with all that belongs to them, and do their work at the bench. */
async function putBusiness(demo: DemoWorld, { companies, services, storage }: Business): Promise<void> {
  const orders = putOrders(demo, companies, services, SHARE[demo.entity]);
  const receiving = new DemoReceiving(demo, storage);
  for (const each of orders) receiving.receive(each);
  await finishWork(demo, orders);
  await runBench(demo, orders);
  if (demo.home === demo) await putSequencing(demo, orders);
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
}
