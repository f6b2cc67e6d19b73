import { describe, expect, test } from 'vitest';
import { openCompanyBench } from '#db/factories/benches/company-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { campaign } from './campaign.ts';
import { addCampaign, endCampaign, resumeCampaign, updateCampaign } from './campaigns.ts';

const companyId = 'clinic';
const campaignId = 'campaign-spring';
const reason = 'All kits are sent.';
const adding = { companyId, campaignId, campaign: { code: 'spring-26', name: 'Spring screening' } };

describe('a campaign', () => {
  test('is added to its sponsor, ended with a reason and resumed, with events in the history of the sponsor', async () => {
    const { world, as } = openCompanyBench();
    const one = () => world.one(campaign, campaignId);
    await runRule(world, addCampaign, adding, as('CS_MANAGER'));
    expect(one()).toMatchObject({ code: 'SPRING-26', companyId, status: 'ACTIVE' });
    await runRule(world, endCampaign, { companyId, campaignId, reason }, as('BILLING_MANAGER'));
    expect(one()).toMatchObject({ status: 'ENDED' });
    await expect(runRule(world, endCampaign, { companyId, campaignId, reason }, as('ADMIN'))).rejects.toThrow(
      'This campaign has ended already.',
    );
    await runRule(world, resumeCampaign, { companyId, campaignId }, as('SALES_LEADER'));
    expect(one()).toMatchObject({ status: 'ACTIVE' });
    expect(world.all(event).map(({ targetId, data }) => [targetId, data])).toMatchObject([
      [companyId, { campaign: 'SPRING-26', to: 'added' }],
      [companyId, { campaign: 'SPRING-26', to: 'ended', reason }],
      [companyId, { campaign: 'SPRING-26', to: 'active again' }],
    ]);
  });

  test('can get another name and fee for new orders; its code stays', async () => {
    const { world, as } = openCompanyBench();
    await runRule(world, addCampaign, adding, as('CS_MANAGER'));
    const change = (terms: { name: string; kitFee: number | null }, caller = as('BILLING_MANAGER')) =>
      runRule(world, updateCampaign, { companyId, campaignId, terms }, caller);
    await change({ name: 'Spring and summer', kitFee: 1_500 });
    expect(world.one(campaign, campaignId)).toMatchObject({
      code: 'SPRING-26',
      name: 'Spring and summer',
      kitFee: 1_500,
    });
    expect(world.all(event).at(-1)).toMatchObject({
      targetId: companyId,
      data: { campaign: 'SPRING-26', to: 'changed' },
    });
    expect(await change({ name: 'Spring and summer', kitFee: 1_500 })).toMatchObject({ outcome: 'MERGED' });
    await expect(change({ name: 'Taken over', kitFee: null }, as('CS_REP'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('has a unique code, whatever the sponsor', async () => {
    const { world, as } = openCompanyBench();
    await runRule(world, addCampaign, adding, as('ADMIN'));
    const other = { ...adding, companyId: 'stranger', campaignId: 'campaign-other' };
    await expect(runRule(world, addCampaign, other, as('ADMIN'))).rejects.toThrow(
      'The code SPRING-26 is taken by another campaign. Choose another.',
    );
    expect(world.all(campaign)).toHaveLength(1);
  });

  test('is managed by staff only, never the lab’s own, and is not visible to another organization', async () => {
    const { world, as } = openCompanyBench();
    for (const caller of [as('CS_REP'), as('SALES_REP'), as('CLINICAL_MANAGER', 'clinic')])
      await expect(runRule(world, addCampaign, adding, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const ofLab = { ...adding, companyId: 'lab' };
    await expect(runRule(world, addCampaign, ofLab, as('ADMIN'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await runRule(world, addCampaign, adding, as('ADMIN'));
    const foreignCampaign = { companyId: 'stranger', campaignId, reason };
    await expect(runRule(world, endCampaign, foreignCampaign, as('ADMIN'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(world.one(campaign, campaignId)).toMatchObject({ status: 'ACTIVE' });
  });
});
