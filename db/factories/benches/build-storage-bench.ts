import type { z } from 'zod';
import type { AnyEntity } from '#db/entity.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationContext, OperationDefinition, RuleResult } from '#db/operation.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';

/** Two people with a handheld each, and the revisions that each of them has seen. */
export interface Hand {
  actor: Actor;
  deviceId: string | null;
  /** Versions seen by row id; null = up to date with everything. */
  knownVersions: Map<string, number> | null;
}

/**
 * A small lab: a freezer with a rack, boxes, end locations, and people whose devices lag behind on request.
 */
export class StorageBench {
  readonly world = new MemoryWorld();
  readonly ann: Hand = hand('ann', 'Ann Archer');
  readonly bob: Hand = hand('bob', 'Bob Baker');
  readonly manager: Hand = {
    ...hand('mia', 'Mia Manager'),
    actor: { ...hand('mia', 'Mia Manager').actor, role: 'LAB_MANAGER' },
  };

  constructor() {
    for (const { actor } of [this.ann, this.bob, this.manager]) {
      const row = buildPerson({
        id: actor.userCompanyId,
        userId: actor.userId,
        name: actor.name,
        role: actor.role,
      });
      this.world.putRow(person, row);
    }
    this.place({ id: 'site', type: 'SITE', name: 'Site' });
    this.place({ id: 'room', type: 'ROOM', name: 'Hall B', parentId: 'site' });
    this.place({ id: 'freezer', type: 'FREEZER', name: 'Freezer 2', parentId: 'room' });
    this.place({ id: 'rack', type: 'RACK', name: 'Rack 4', parentId: 'freezer' });
    this.place({ id: 'rack-5', type: 'RACK', name: 'Rack 5', parentId: 'freezer' });
    this.place({ id: 'box', name: 'Box 12', parentId: 'rack' });
    this.place({ id: 'box-13', name: 'Box 13', parentId: 'rack' });
    this.place({ id: 'disposed', type: 'DISPOSED', name: 'Disposed' });
    this.place({ id: 'sent', type: 'SENT_TO_CLIENT', name: 'Sent to client' });
  }

  /** Insert a location in the tree. */
  place(overrides: Partial<StorageManagement>): StorageManagement {
    const row = buildStorageManagement(overrides);
    this.world.putRow(storageManagement, row);
    return row;
  }

  /** Insert a sample in the lab; its id is its barcode. */
  tube(barcode: string, overrides: Partial<Sample> = {}): Sample {
    const row = buildSample({ id: barcode, barcode, specimenId: null, ...overrides });
    this.world.putRow(sample, row);
    return row;
  }

  /** Cut off a person's device from changes. */
  goOffline(hand: Hand): void {
    hand.knownVersions = this.versions();
  }

  private versions(): Map<string, number> {
    const rows = [...this.world.all(sample), ...this.world.all(storageManagement)];
    return new Map(rows.map((row) => [row.id, this.versionOf(row)]));
  }

  // An event is part of its record's document: it raises the revision like a change of the row.
  private versionOf({ id, version }: { id: string; version: number }): number {
    return version + this.world.all(event).filter((one) => one.targetId === id).length;
  }

  /** Run an operation as the server does, at `HH:MM` of the lab day. */
  async perform<Args extends z.ZodObject>(
    hand: Hand,
    operation: OperationDefinition<Args>,
    args: z.input<Args>,
    time: string,
    overrides: Partial<OperationContext> = {},
  ): Promise<RuleResult> {
    return runRule(this.world, operation, args, {
      actor: hand.actor,
      deviceId: hand.deviceId,
      occurredAt: `2026-11-21T${time}:00.000Z`,
      base: Object.fromEntries(hand.knownVersions ?? this.versions()),
      changedSinceSeen: async (entity, id) => this.changed(hand, entity, id),
      ...overrides,
    });
  }

  private changed(hand: Hand, entity: AnyEntity, id: string): boolean {
    if (hand.knownVersions === null) return false;
    const row = this.world.one(entity, id);
    if (row === undefined) return false;
    return this.versionOf({ id, version: Number(row['version']) }) > (hand.knownVersions.get(id) ?? 0);
  }

  /** Return the sample as it is now. */
  sample(id: string): Sample {
    const row = this.world.one(sample, id);
    if (!row) throw new Error(`no sample ${id}`);
    return row;
  }

  /** Return the location of a sample, as `box, A1`. */
  describePlace(id: string): string {
    const row = this.sample(id);
    return `${row.storageLocationId ?? 'nowhere'}, ${row.storagePosition ?? '-'}`;
  }

  /** Return the open conflicts. */
  conflicts() {
    return this.world.all(syncConflict).filter((one) => one.status === 'OPEN');
  }

  /** Return the types of the events of a row, in the order in which they happened. */
  history(id: string): string[] {
    const events = this.world.all(event).filter((one) => one.targetId === id);
    return events.sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1)).map((one) => one.type);
  }
}

const hand = (id: string, name: string): Hand => ({
  actor: buildActor({ userId: `user-${id}`, userCompanyId: `membership-${id}`, name }),
  deviceId: `device-${id}`,
  knownVersions: null,
});
