import { expect, it } from 'vitest';
import { event } from '#db/records/events/event.ts';
import { placeOf, placeText } from '#db/samples/custody/custody-chain.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { buildDemoLab } from './demo-lab.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

it.each(BUSINESS_ENTITIES)(
  'the custody of every tube of the demo lab %s names its location',
  async (entity) => {
    const { world } = await buildDemoLab(entity, SETTINGS);
    const names = new Map(world.all(storageManagement).map(({ id, name }) => [id, name]));
    const moves = world.select(event, { type: 'SAMPLE_MOVED' });
    expect(moves.length).toBeGreaterThan(0);
    for (const move of moves) {
      const to = placeOf(move);
      expect(placeText(to)).toBe(`${names.get(to?.containerId ?? '')}, ${to?.position}`);
    }
  },
);
