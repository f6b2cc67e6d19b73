import { price } from '../billing/price.ts';
import { projectBasedPricing } from '../billing/project-based-pricing.ts';
import { order } from '../ordering/order.ts';
import { project } from '../research/project.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoService } from './demo-services.ts';
import type { DemoWorld } from './demo-world.ts';

/** Percent of the list price by minimum number of specimens. */
const TIERS = [
  { minQuantity: 24, percent: 95 },
  { minQuantity: 96, percent: 88 },
] as const;

/** Insert the price of each service: one permanent price, and tiers for large orders since two weeks ago. */
export function putPrices(demo: DemoWorld, services: readonly DemoService[]): void {
  for (const { protocolId, price: amount } of services) {
    const list = { protocolId, amount, minQuantity: 1, effectiveFrom: demo.day(-400) };
    demo.putRow(price, { ...list, id: demo.id(), createdReason: 'First price list.' });
    for (const { minQuantity, percent } of TIERS)
      demo.putRow(price, {
        ...list,
        id: demo.id(),
        amount: Math.round((amount * percent) / 100),
        minQuantity,
        effectiveFrom: demo.day(-14),
        createdReason: 'Tiers for large orders.',
      });
    demo.putRow(price, {
      ...list,
      id: demo.id(),
      amount: Math.round((amount * 92) / 100),
      companyType: 'UNIVERSITY',
      effectiveFrom: demo.day(-14),
      createdReason: 'Universities.',
    });
  }
}

interface ProjectRecipe {
  letter: string;
  name: string;
  description: string;
}

const PROJECTS: readonly ProjectRecipe[] = [
  {
    letter: 'N',
    name: 'Reference cohort',
    description: 'Two hundred healthy donors, sequenced over a year.',
  },
  { letter: 'L', name: 'Lake microbiome', description: 'Isolates of the four seasons.' },
];

/** Insert two projects, give each some of its company's orders, and give the first one its own price. */
export function putProjects(
  demo: DemoWorld,
  companies: DemoCompanies,
  services: readonly DemoService[],
): void {
  for (const [index, recipe] of PROJECTS.entries()) {
    const owner = companies.customers.find(({ letter }) => letter === recipe.letter);
    if (!owner) continue;
    const id = demo.id();
    demo.putRow(project, {
      id,
      name: recipe.name,
      companyId: owner.id,
      description: recipe.description,
      startDate: demo.day(-60),
      managerUserId: demo.actor('PROJECT_MANAGER').userId,
      status: 'ACTIVE',
    });
    for (const row of demo.world.select(order, { companyId: owner.id }).slice(0, 4))
      demo.world.putRow(order, { ...row, projectId: id });
    const [service] = services;
    if (index === 0 && service) putProjectPrice(demo, id, service);
  }
}

function putProjectPrice(demo: DemoWorld, projectId: string, service: DemoService): void {
  demo.putRow(projectBasedPricing, {
    id: demo.id(),
    projectId,
    protocolId: service.protocolId,
    amount: Math.round((service.price * 85) / 100),
    effectiveFrom: demo.day(-7),
    effectiveTo: demo.day(358),
    maxSpecimens: 200,
    approvedById: demo.actor('SALES_LEADER').userId,
    approvedAt: demo.ago(7),
  });
}
