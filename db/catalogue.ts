import type { AnyEntity } from './entity.ts';
import { event } from './records/event.ts';
import { syncConflict } from './records/sync-conflict.ts';

/** Every entity, a line each: what the stores, the feed and the agreement test go through. */
export const CATALOGUE: readonly AnyEntity[] = [event, syncConflict];

const BY_NAME = new Map(CATALOGUE.map((entity) => [entity.name, entity]));

/** The entity of that name. */
export const entityNamed = (name: string): AnyEntity | undefined => BY_NAME.get(name);
